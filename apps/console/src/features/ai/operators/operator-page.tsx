import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useAiOperatorsTexts } from '../../../locales/pages/ai-operators.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { LoadedOne } from '../../../ui/feedback/loaded-one.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { Warning } from '../../../ui/feedback/warning.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import type { Operator } from '../model/ai-queries.ts';
import { useRefreshAi } from '../model/use-refresh-ai.ts';
import { OperatorForm } from './operator-form.tsx';
import { OperatorStatus } from './operator-status.tsx';
import { toBody, valuesOf } from './operator-values.ts';

const operatorQuery = (id: number) =>
  queryOptions({ queryKey: ['ai', 'operator', id], queryFn: () => api.aiOperators.read({ params: { id } }) });

export function OperatorPage() {
  const texts = useAiOperatorsTexts();
  const { id } = useParams({ from: '/shell/ai/operators/$id' });
  const query = useQuery(operatorQuery(id));
  return (
    <Screen>
      <BackLink to="/ai/operators">{texts.title}</BackLink>
      <LoadedOne query={query} failure={texts.failed} missing={texts.missing}>
        {(operator) => <Details key={operator.id} operator={operator} />}
      </LoadedOne>
    </Screen>
  );
}

function Details({ operator }: { operator: Operator }) {
  const texts = useAiOperatorsTexts();
  const notify = useNotice();
  const refresh = useRefreshAi();
  const queryClient = useQueryClient();
  const { id, name, status } = operator;
  const state = useDraft({
    saved: valuesOf(operator),
    send: (changes) => api.aiOperators.update({ params: { id }, body: toBody(changes) }),
    onSaved: (changed) => {
      queryClient.setQueryData(operatorQuery(id).queryKey, changed);
      notify({ kind: 'done', text: texts.saved });
      void refresh();
    },
  });
  return (
    <>
      <PageHeading
        title={name}
        lead={<OperatorStatus status={status} />}
        actions={status === 'banned' ? <Restore operator={operator} /> : <Retire operator={operator} />}
      />
      {status === 'banned' && <Warning>{texts.retiredNote}</Warning>}
      <OperatorForm operatorId={id} state={state}>
        <SaveBar draft={state} />
      </OperatorForm>
    </>
  );
}

function Retire({ operator: { id, name } }: { operator: Operator }) {
  const texts = useAiOperatorsTexts();
  const notify = useNotice();
  const refresh = useRefreshAi();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.retire}
      </Button>
      <ConfirmDialog
        title={texts.retireQuestion(name)}
        label={texts.retireConfirm}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        send={() => api.aiOperators.remove({ params: { id } })}
        onDone={() => {
          notify({ kind: 'done', text: texts.retired });
          void refresh();
        }}
      >
        {texts.retireLead}
      </ConfirmDialog>
    </>
  );
}

function Restore({ operator: { id } }: { operator: Operator }) {
  const texts = useAiOperatorsTexts();
  const notify = useNotice();
  const explain = useExplain();
  const refresh = useRefreshAi();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.aiOperators.update({ params: { id }, body: { status: 'active' } }),
    onSuccess: (operator) => {
      queryClient.setQueryData(operatorQuery(id).queryKey, operator);
      notify({ kind: 'done', text: texts.restored });
      void refresh();
    },
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return (
    <Button aria-busy={isPending} onClick={() => isPending || mutate()}>
      {texts.restore}
    </Button>
  );
}
