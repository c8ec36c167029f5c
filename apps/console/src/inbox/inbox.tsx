import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useTexts } from '../locales/locale.tsx';
import { Screen } from '../shell/screen.tsx';

export function Inbox() {
  const { inbox: texts, title } = useTexts();
  useDocumentTitle(title(texts.title));
  return (
    <Screen>
      <Title order={1}>{texts.title}</Title>
    </Screen>
  );
}
