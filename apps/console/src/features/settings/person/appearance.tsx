import { Stack, useMantineColorScheme } from '@mantine/core';
import { useProfileUpdate } from '../../../entities/agent/use-profile-update.ts';
import { locales, useLocale } from '../../../locales/locale.tsx';
import { SegmentedChoice } from '../../../ui/controls/segmented-choice.tsx';
import { colorSchemes } from '../../../ui/theme/theme.ts';

export function Appearance() {
  const { locale, texts } = useLocale();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const update = useProfileUpdate();
  return (
    <Stack gap="md">
      <SegmentedChoice
        label={texts.language}
        value={locale}
        options={locales.map((each) => ({ value: each.locale, label: each.name }))}
        onChange={(next) => update({ locale: next })}
      />
      <SegmentedChoice
        label={texts.shell.theme}
        value={colorScheme}
        options={colorSchemes.map((value) => ({ value, label: texts.shell.themes[value] }))}
        onChange={setColorScheme}
      />
    </Stack>
  );
}
