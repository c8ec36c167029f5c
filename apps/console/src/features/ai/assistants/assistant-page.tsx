import { Button } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useAiAssistantsTexts } from '../../../locales/pages/ai-assistants.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { LoadedOne } from '../../../ui/feedback/loaded-one.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { type Assistant, assistantsQuery } from '../model/ai-queries.ts';
import { useRefreshAi } from '../model/use-refresh-ai.ts';
import { AssistantFields } from './assistant-fields.tsx';
import styles from './assistant-page.module.css';
import { toBody, valuesOf } from './assistant-values.ts';
import { ReviewDialog } from './review-dialog.tsx';
import { TestChat } from './test-chat.tsx';
import { useAssistantCheck } from './use-assistant-check.ts';

const assistantQuery = (id: number) =>
  queryOptions({
    queryKey: ['ai', 'assistant', id],
    queryFn: () => api.aiAssistants.read({ params: { id } }),
  });

export function AssistantPage() {
  const texts = useAiAssistantsTexts();
  const { id } = useParams({ from: '/shell/ai/assistants/$id' });
  const query = useQuery(assistantQuery(id));
  return (
    <Screen isWide>
      <BackLink to="/ai/assistants">{texts.title}</BackLink>
      <LoadedOne query={query} failure={texts.failed} missing={texts.missing}>
        {(assistant) => <Details key={assistant.id} assistant={assistant} />}
      </LoadedOne>
    </Screen>
  );
}

function Details({ assistant }: { assistant: Assistant }) {
  const texts = useAiAssistantsTexts();
  const queryClient = useQueryClient();
  const notify = useNotice();
  const refresh = useRefreshAi();
  const [isReviewing, setReviewing] = useState(false);
  const params = { id: assistant.id };
  const state = useDraft({
    saved: valuesOf(assistant),
    validate: useAssistantCheck(),
    send: (changes) => api.aiAssistants.update({ params, body: toBody(changes) }),
    onSaved: (changed) => {
      queryClient.setQueryData(assistantQuery(assistant.id).queryKey, changed);
      setReviewing(false);
      notify({ kind: 'done', text: texts.saved });
      void refresh();
    },
    review: (changes) => {
      const isRewritten = changes.persona !== undefined || changes.system_prompt !== undefined;
      setReviewing(isRewritten);
      return isRewritten;
    },
  });
  const isRewritten = state.changes.persona !== undefined || state.changes.system_prompt !== undefined;
  return (
    <>
      <PageHeading
        title={assistant.name}
        lead={
          <>
            {assistant.is_default && <StatusBadge tone="good">{texts.isDefault}</StatusBadge>}{' '}
            {!assistant.enabled && <StatusBadge tone="off">{texts.off}</StatusBadge>}{' '}
            {texts.version(assistant.persona_version)}
          </>
        }
        actions={<DeleteAssistant assistant={assistant} />}
      />
      <div className={styles.columns}>
        <form ref={state.form} onSubmit={state.submit} noValidate>
          <AssistantFields
            draft={state.draft}
            errors={state.errors}
            change={state.change}
            isDefault={assistant.is_default}
          />
          <SaveBar
            draft={{ ...state, failure: isReviewing ? undefined : state.failure }}
            {...(isRewritten && { label: texts.review })}
          />
        </form>
        <div className={styles.test}>
          <TestChat assistantId={assistant.id} name={assistant.name} isDirty={state.isDirty} />
        </div>
      </div>
      <ReviewDialog
        assistant={assistant}
        draft={state.draft}
        isOpen={isReviewing}
        isPending={state.isPending}
        failure={state.failure}
        onSave={() => state.save()}
        onClose={() => setReviewing(false)}
      />
    </>
  );
}

function DeleteAssistant({ assistant: { id, name } }: { assistant: Assistant }) {
  const texts = useAiAssistantsTexts();
  const notify = useNotice();
  const navigate = useNavigate();
  const refresh = useRefreshAi();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const leave = async () => {
    notify({ kind: 'done', text: texts.deleted });
    await navigate({ to: '/ai/assistants', replace: true, ignoreBlocker: true });
    queryClient.setQueryData(assistantsQuery.queryKey, (all) => all?.filter((each) => each.id !== id));
    queryClient.removeQueries({ queryKey: assistantQuery(id).queryKey });
    await refresh();
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.delete}
      </Button>
      <ConfirmDialog
        title={texts.deleteQuestion(name)}
        label={texts.deleteConfirm}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        send={() => api.aiAssistants.remove({ params: { id } })}
        onDone={() => void leave()}
        toFailure={(error) =>
          error instanceof ParleyProblem && error.code === 'assistant_in_use' ? texts.inUse : undefined
        }
      >
        {texts.deleteLead}
      </ConfirmDialog>
    </>
  );
}
