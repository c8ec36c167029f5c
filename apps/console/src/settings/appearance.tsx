import { Stack, useMantineColorScheme } from '@mantine/core';
import { locales, useLocale } from '../locales/locale.tsx';
import { colorSchemes } from '../theme.ts';
import { Alternatives } from './alternatives.tsx';
import { useProfileUpdate } from './use-profile-change.ts';

export function Appearance() {
  const { locale, texts } = useLocale();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const update = useProfileUpdate();
  return (
    <Stack gap="md">
      <Alternatives
        label={texts.language}
        value={locale}
        options={locales.map((each) => ({ value: each.locale, label: each.name }))}
        onChange={(next) => update({ locale: next })}
      />
      <Alternatives
        label={texts.shell.theme}
        value={colorScheme}
        options={colorSchemes.map((value) => ({ value, label: texts.shell.themes[value] }))}
        onChange={setColorScheme}
      />
    </Stack>
  );
}
