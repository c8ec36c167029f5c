import { Button, Skeleton } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { IconAlertCircle, IconMessageOff } from '@tabler/icons-react';
import { useTexts } from '../../locales/locale.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useExplain } from '../../ui/feedback/explain.ts';
import styles from './conversation-states.module.css';

const BUBBLES = ['45%', '35%', '55%', '25%'];

export function ConversationSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      {BUBBLES.map((width) => (
        <Skeleton key={width} height={44} width={width} radius="lg" />
      ))}
    </div>
  );
}

export function ConversationFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { inbox } = useTexts();
  const explain = useExplain();
  if (error instanceof ParleyProblem && error.status === 404) {
    return (
      <EmptyState icon={IconMessageOff} heading={inbox.goneHeading}>
        {inbox.gone}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={IconAlertCircle}
      heading={inbox.messagesFailed}
      action={
        <Button variant="default" onClick={onRetry}>
          {inbox.retry}
        </Button>
      }
    >
      {explain(error)}
    </EmptyState>
  );
}
