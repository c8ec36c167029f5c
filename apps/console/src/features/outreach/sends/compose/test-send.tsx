import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useExplain } from '../../../../ui/feedback/explain.ts';
import { FormFailure } from '../../../../ui/form/form-failure.tsx';
import styles from './test-send.module.css';

interface TestSendProps {
  texts: { test: string; testing: string; testLead: string; testEmpty: string };
  /** Whether there is nothing to send yet. */
  isEmpty: boolean;
  mutation: { mutate: () => void; error: unknown; isPending: boolean };
  /** Why it was refused, where the problem's own words do not say it. */
  failure?: string | undefined;
  /** What became of it. */
  children: ReactNode;
}

/** Sends what is written now to one person. */
export function TestSend({ texts, isEmpty, mutation, failure, children }: TestSendProps) {
  const explain = useExplain();
  const { mutate, error, isPending } = mutation;
  return (
    <div className={styles.test}>
      <div className={styles.line}>
        <Button
          variant="default"
          leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
          aria-busy={isPending}
          disabled={isEmpty}
          onClick={() => isPending || mutate()}
        >
          {isPending ? texts.testing : texts.test}
        </Button>
        <span className={styles.lead}>{isEmpty ? texts.testEmpty : texts.testLead}</span>
      </div>
      <div role="status">{!isPending && children}</div>
      <FormFailure>{error && !isPending ? (failure ?? explain(error)) : undefined}</FormFailure>
    </div>
  );
}
