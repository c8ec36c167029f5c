import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useAiCredentialsTexts } from '../../../locales/pages/ai-credentials.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { LoadedOne } from '../../../ui/feedback/loaded-one.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Warning } from '../../../ui/feedback/warning.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import type { Credential } from '../model/ai-queries.ts';
import { isUsable } from '../model/credential-state.ts';
import { useRefreshAi } from '../model/use-refresh-ai.ts';
import { CredentialFields } from './credential-fields.tsx';
import { credentialQuery } from './credential-query.ts';
import { useCredentialForm } from './use-credential-form.ts';

export function CredentialPage() {
  const texts = useAiCredentialsTexts();
  const { id } = useParams({ from: '/shell/ai/credentials/$id' });
  const query = useQuery(credentialQuery(id));
  return (
    <Screen>
      <BackLink to="/ai/credentials">{texts.title}</BackLink>
      <LoadedOne query={query} failure={texts.failed} missing={texts.missing}>
        {(credential) => <Details key={credential.id} credential={credential} />}
      </LoadedOne>
    </Screen>
  );
}

function Details({ credential }: { credential: Credential }) {
  const texts = useAiCredentialsTexts();
  const navigate = useNavigate();
  const notify = useNotice();
  const refresh = useRefreshAi();
  const { id, provider, model, is_active } = credential;
  const usable = isUsable(credential);
  const form = useCredentialForm({
    credential,
    send: ({ provider: _, api_key, ...body }) =>
      api.aiCredentials.update({ params: { id }, body: { ...body, ...(api_key && { api_key }) } }),
    onDone: () => {
      notify({ kind: 'done', text: texts.saved });
      void navigate({ to: '/ai/credentials', ignoreBlocker: true });
      void refresh();
    },
  });
  return (
    <>
      <PageHeading
        title={[texts.providers[provider], model].filter(Boolean).join(' · ')}
        lead={
          <StatusBadge tone={usable ? 'good' : is_active ? 'bad' : 'off'}>
            {usable ? texts.usable : is_active ? texts.unusable : texts.retired}
          </StatusBadge>
        }
        actions={<Activity credential={credential} />}
      />
      {!is_active && <Warning>{texts.retiredNote}</Warning>}
      <form onSubmit={form.onSubmit} noValidate>
        <CredentialFields form={form} />
        <SaveBar draft={{ ...form, discard: form.reset }} />
      </form>
    </>
  );
}

/** Retires the credential, or restores it. */
function Activity({ credential: { id, is_active } }: { credential: Credential }) {
  const texts = useAiCredentialsTexts();
  const notify = useNotice();
  const explain = useExplain();
  const refresh = useRefreshAi();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const set = async (active: boolean) => {
    const changed = await api.aiCredentials.update({ params: { id }, body: { is_active: active } });
    queryClient.setQueryData(credentialQuery(id).queryKey, changed);
    notify({ kind: 'done', text: active ? texts.restored : texts.wasRetired });
    void refresh();
  };
  const restore = useMutation({
    mutationFn: () => set(true),
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  if (!is_active) {
    return (
      <Button aria-busy={restore.isPending} onClick={() => restore.isPending || restore.mutate()}>
        {texts.restore}
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.retire}
      </Button>
      <ConfirmDialog
        title={texts.retireQuestion}
        label={texts.retireConfirm}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        send={() => set(false)}
      >
        {texts.retireLead}
      </ConfirmDialog>
    </>
  );
}
