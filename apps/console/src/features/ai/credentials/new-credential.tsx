import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../data/api.ts';
import { useAiCredentialsTexts } from '../../../locales/pages/ai-credentials.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { useRefreshAi } from '../model/use-refresh-ai.ts';
import { CredentialFields } from './credential-fields.tsx';
import { useCredentialForm } from './use-credential-form.ts';

export function NewCredential() {
  const texts = useAiCredentialsTexts();
  const navigate = useNavigate();
  const notify = useNotice();
  const refresh = useRefreshAi();
  const form = useCredentialForm({
    send: (body) => api.aiCredentials.create({ body }),
    onDone: () => {
      notify({ kind: 'done', text: texts.created });
      void navigate({ to: '/ai/credentials', ignoreBlocker: true });
      void refresh();
    },
  });
  return (
    <Screen>
      <BackLink to="/ai/credentials">{texts.title}</BackLink>
      <PageHeading title={texts.newHeading} lead={texts.newLead} />
      <form onSubmit={form.onSubmit} noValidate>
        <CredentialFields form={form} />
        <SaveBar
          draft={{ ...form, discard: form.reset }}
          create={{ label: texts.submit, onCancel: () => void navigate({ to: '/ai/credentials' }) }}
        />
      </form>
    </Screen>
  );
}
