import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useDevelopersTexts } from '../../../locales/pages/developers.ts';
import { useWebhooksTexts } from '../../../locales/pages/webhooks.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { SecretDialog } from '../../../ui/form/secret-dialog.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { webhooksQuery } from './webhook-queries.ts';

/** A form, then the signing secret, once. */
export function NewWebhook() {
  const texts = useWebhooksTexts();
  const { secret: secretTexts } = useDevelopersTexts();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [created, setCreated] = useState<{ id: number; secret: string }>();
  const finish = () => {
    setCreated(undefined);
    if (created) void navigate({ to: '/settings/developers/webhooks/$id', params: { id: created.id }, replace: true });
  };
  return (
    <>
      <BackLink to="/settings/developers/webhooks">{texts.list}</BackLink>
      <PageHeading title={texts.newHeading} lead={texts.lead} />
      <WebhookForm
        submit={texts.submit}
        send={(fields) => api.webhooks.create({ body: fields })}
        onDone={({ id, secret }) => {
          setCreated({ id, secret });
          void queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
        }}
        onCancel={() => void navigate({ to: '/settings/developers/webhooks' })}
      />
      <SecretDialog
        title={texts.secretTitle}
        lead={secretTexts.once}
        label={texts.secretLabel}
        done={secretTexts.done}
        secret={created?.secret}
        onClose={finish}
      />
    </>
  );
}
