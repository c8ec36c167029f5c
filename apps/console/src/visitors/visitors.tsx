import { Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useVisitors } from '../live/live.tsx';
import { useTexts } from '../locales/locale.tsx';
import { Screen } from '../shell/screen.tsx';

export function Visitors() {
  const { visitors: texts, title } = useTexts();
  useDocumentTitle(title(texts.title));
  return (
    <Screen>
      <Title order={1}>{texts.title}</Title>
      <Text>{useVisitors().size}</Text>
    </Screen>
  );
}
