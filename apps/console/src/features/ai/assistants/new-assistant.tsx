import { ParleyProblem } from '@parley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../data/api.ts';
import { useAiAssistantsTexts } from '../../../locales/pages/ai-assistants.ts';
import { useAiMenuTexts } from '../../../locales/pages/ai-menu.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { useRefreshAi } from '../model/use-refresh-ai.ts';
import { AssistantFields } from './assistant-fields.tsx';
import { toBody, valuesOf } from './assistant-values.ts';
import { useAssistantCheck } from './use-assistant-check.ts';

const EMPTY = valuesOf(undefined);

export function NewAssistant() {
  const texts = useAiAssistantsTexts();
  const { limitReached } = useAiMenuTexts();
  const navigate = useNavigate();
  const notify = useNotice();
  const refresh = useRefreshAi();
  const state = useDraft({
    saved: EMPTY,
    validate: useAssistantCheck(),
    send: (_, draft) => api.aiAssistants.create({ body: { ...toBody(draft), name: draft.name.trim() } }),
    onSaved: async ({ id }) => {
      await navigate({ to: '/ai/assistants/$id', params: { id }, replace: true, ignoreBlocker: true });
      notify({ kind: 'done', text: texts.created });
      await refresh();
    },
    toErrors: (error) =>
      error instanceof ParleyProblem && error.code === 'limit_reached' ? { name: limitReached } : undefined,
  });
  return (
    <Screen>
      <BackLink to="/ai/assistants">{texts.title}</BackLink>
      <PageHeading title={texts.newHeading} lead={texts.lead} />
      <form ref={state.form} onSubmit={state.submit} noValidate>
        <AssistantFields draft={state.draft} errors={state.errors} change={state.change} isDefault={false} />
        <SaveBar
          draft={state}
          create={{ label: texts.submit, onCancel: () => void navigate({ to: '/ai/assistants' }) }}
        />
      </form>
    </Screen>
  );
}
