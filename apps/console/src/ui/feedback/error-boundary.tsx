import { Button } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../locales/locale.tsx';
import styles from './error-boundary.module.css';

interface ErrorBoundaryProps {
  /** Resets the boundary when it changes. */
  subject?: string | number | undefined;
  children: ReactNode;
}

/** Contains a crash to a part of the screen, and offers to retry. */
export function ErrorBoundary({ subject, children }: ErrorBoundaryProps) {
  return (
    <CatchBoundary getResetKey={() => subject} errorComponent={Broken}>
      {children}
    </CatchBoundary>
  );
}

function Broken({ reset }: { reset: () => void }) {
  const { failures } = useTexts();
  const queries = useQueryErrorResetBoundary();
  const retry = () => {
    queries.reset();
    reset();
  };
  return (
    <div role="alert" className={styles.broken}>
      <span className={styles.text}>{failures.brokenPart}</span>
      <Button variant="default" onClick={retry}>
        {failures.retry}
      </Button>
    </div>
  );
}
