import { Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../locales/locale.tsx';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { ApiHints } from './api-hints.tsx';

/** What integrations need to know about this widget. */
export function Developers() {
  const { developers: texts, shell, title } = useTexts();
  const { widget } = useSession();
  useDocumentTitle(title(texts.title));
  return (
    <Screen>
      <Title order={1}>{texts.title}</Title>
      <Text c="dimmed" mt={4} mb="xl">
        {texts.lead}
      </Text>
      <DescriptionList
        facts={[
          { name: texts.widget, value: shell.widget(widget.id) },
          { name: texts.domain, value: widget.domain, absent: texts.noDomain },
          { name: texts.api, value: widget.api_enabled ? texts.apiOn : texts.apiOff },
        ]}
      />
      <ApiHints widget={widget} />
    </Screen>
  );
}
