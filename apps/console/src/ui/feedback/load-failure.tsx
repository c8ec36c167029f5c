import { Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTexts } from '../../locales/locale.tsx';
import { EmptyState } from './empty-state.tsx';
import { useExplain } from './explain.ts';

interface LoadFailureProps {
  heading: string;
  error: Error;
  onRetry: () => void;
}

/** In place of what could not be loaded. */
export function LoadFailure({ heading, error, onRetry }: LoadFailureProps) {
  const { failures } = useTexts();
  const explain = useExplain();
  const retry = (
    <Button variant="default" onClick={onRetry}>
      {failures.retry}
    </Button>
  );
  return (
    <EmptyState icon={IconAlertCircle} heading={heading} action={retry}>
      {explain(error)}
    </EmptyState>
  );
}
