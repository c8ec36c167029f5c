import { Skeleton } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { IconMessageOff } from '@tabler/icons-react';
import { useTexts } from '../../locales/locale.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import styles from './conversation-states.module.css';

const BUBBLES = ['45%', '35%', '55%', '25%'];

export function ConversationSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true" data-awaits-keys>
      {BUBBLES.map((width) => (
        <Skeleton key={width} height={44} width={width} radius="lg" />
      ))}
    </div>
  );
}

export function ConversationFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { inbox } = useTexts();
  if (error instanceof ParleyProblem && error.status === 404) {
    return (
      <EmptyState icon={IconMessageOff} heading={inbox.goneHeading}>
        {inbox.gone}
      </EmptyState>
    );
  }
  return <LoadFailure heading={inbox.messagesFailed} error={error} onRetry={onRetry} />;
}
