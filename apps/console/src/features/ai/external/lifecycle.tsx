import { Button, Text } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useExternalOperatorsTexts } from '../../../locales/pages/external-operators.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import type { ExternalOperator } from '../model/ai-queries.ts';
import { useRefreshAi } from '../model/use-refresh-ai.ts';
import styles from './lifecycle.module.css';

type TestResult = Awaited<ReturnType<typeof api.externalOperators.test>>;

/** Calls the bot once, and shows what came of it. */
export function useExternalTest({ public_id }: ExternalOperator) {
  const notify = useNotice();
  const explain = useExplain();
  const refresh = useRefreshAi();
  return useMutation({
    mutationFn: () => api.externalOperators.test({ params: { public_id }, body: {} }),
    onSuccess: () => refresh(),
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
}

export function TestOutcome({ result }: { result: TestResult }) {
  const texts = useExternalOperatorsTexts();
  const { ok, status, duration_ms, error, answer } = result;
  return (
    <section className={styles.outcome} role="status">
      <div className={styles.line}>
        <StatusBadge tone={ok ? 'good' : 'bad'}>{ok ? texts.testPassed : texts.testFailed}</StatusBadge>
        <span className={styles.facts}>
          {texts.testFacts(status === null ? texts.noResponse : `HTTP ${status}`, String(duration_ms))}
        </span>
      </div>
      {error && <Text c="var(--mantine-color-error)">{error}</Text>}
      {answer && (
        <Text dir="auto">
          {texts.testAnswer}: {answer}
        </Text>
      )}
      {ok && <Text c="dimmed">{texts.testNext}</Text>}
    </section>
  );
}

/** Activates the operator, or pauses it. */
export function StateSwitch({ operator: { public_id, name, state } }: { operator: ExternalOperator }) {
  const texts = useExternalOperatorsTexts();
  const notify = useNotice();
  const explain = useExplain();
  const refresh = useRefreshAi();
  const [isAsking, setAsking] = useState(false);
  const set = async (next: 'active' | 'paused') => {
    await api.externalOperators.setState({ params: { public_id }, body: { state: next } });
    notify({ kind: 'done', text: next === 'active' ? texts.activated : texts.wasPaused });
    await refresh();
  };
  const activate = useMutation({
    mutationFn: () => set('active'),
    onError: (error) => {
      const isUntested = error instanceof ParleyProblem && error.code === 'test_required';
      notify({ kind: 'failed', text: isUntested ? texts.testRequired : explain(error) });
    },
  });
  if (state !== 'active') {
    return (
      <Button aria-busy={activate.isPending} onClick={() => activate.isPending || activate.mutate()}>
        {texts.activate}
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.pause}
      </Button>
      <ConfirmDialog
        title={texts.pauseQuestion(name)}
        label={texts.pauseConfirm}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        send={() => set('paused')}
      >
        {texts.pauseLead}
      </ConfirmDialog>
    </>
  );
}
