import { Button, Text, Title } from '@mantine/core';
import { useTexts } from '../../locales/locale.tsx';
import { useExplain } from '../../ui/feedback/explain.ts';
import styles from './visitors-failure.module.css';

export function VisitorsFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { visitors: texts, failures } = useTexts();
  const explain = useExplain();
  return (
    <div role="alert" className={styles.failure}>
      <Title order={2}>{texts.failed}</Title>
      <Text c="dimmed">{explain(error)}</Text>
      <Button onClick={onRetry}>{failures.retry}</Button>
    </div>
  );
}
