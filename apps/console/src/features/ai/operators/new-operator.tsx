import { Button } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { IconUserBolt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../../data/api.ts';
import { useAiMenuTexts } from '../../../locales/pages/ai-menu.ts';
import { useAiOperatorsTexts } from '../../../locales/pages/ai-operators.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { type Assistant, assistantsQuery } from '../model/ai-queries.ts';
import { useRefreshAi } from '../model/use-refresh-ai.ts';
import { OperatorForm } from './operator-form.tsx';
import { toBody, valuesOf } from './operator-values.ts';

export function NewOperator() {
  const texts = useAiOperatorsTexts();
  return (
    <Screen>
      <BackLink to="/ai/operators">{texts.title}</BackLink>
      <PageHeading title={texts.newHeading} lead={texts.lead} />
      <Loaded query={useQuery(assistantsQuery)} failure={texts.failed}>
        {(assistants) => (assistants.length ? <NewOperatorForm assistants={assistants} /> : <NoAssistant />)}
      </Loaded>
    </Screen>
  );
}

function NoAssistant() {
  const texts = useAiOperatorsTexts();
  const create = (
    <Button renderRoot={(props) => <Link to="/ai/assistants/new" {...props} />}>{texts.newAssistant}</Button>
  );
  return (
    <EmptyState icon={IconUserBolt} heading={texts.assistantMissing} action={create}>
      {texts.noAssistant}
    </EmptyState>
  );
}

function NewOperatorForm({ assistants }: { assistants: Assistant[] }) {
  const texts = useAiOperatorsTexts();
  const { limitReached } = useAiMenuTexts();
  const navigate = useNavigate();
  const notify = useNotice();
  const refresh = useRefreshAi();
  const usual = assistants.find(({ is_default }) => is_default) ?? assistants[0];
  const state = useDraft({
    saved: { ...valuesOf(undefined), assistant_id: usual?.id ?? null },
    validate: ({ assistant_id }) => ({ assistant_id: assistant_id ? undefined : texts.assistantMissing }),
    send: (_, draft) => api.aiOperators.create({ body: { ...toBody(draft), assistant_id: draft.assistant_id ?? 0 } }),
    onSaved: async () => {
      await navigate({ to: '/ai/operators', ignoreBlocker: true });
      notify({ kind: 'done', text: texts.created });
      await refresh();
    },
    toErrors: (error) =>
      error instanceof ParleyProblem && error.code === 'limit_reached' ? { assistant_id: limitReached } : undefined,
  });
  return (
    <OperatorForm state={state}>
      <SaveBar draft={state} create={{ label: texts.submit, onCancel: () => void navigate({ to: '/ai/operators' }) }} />
    </OperatorForm>
  );
}
