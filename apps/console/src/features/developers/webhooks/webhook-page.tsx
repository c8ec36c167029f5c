import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useDevelopersTexts } from '../../../locales/pages/developers.ts';
import { useWebhooksTexts } from '../../../locales/pages/webhooks.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { LoadedOne } from '../../../ui/feedback/loaded-one.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Warning } from '../../../ui/feedback/warning.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { HealthStrip } from './health-strip.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookLog } from './webhook-log.tsx';
import styles from './webhook-page.module.css';
import { healthQuery, type Webhook, webhookQuery, webhooksQuery } from './webhook-queries.ts';

/** One webhook: how it does, what it gets, and its delivery log. */
export function WebhookPage() {
  const texts = useWebhooksTexts();
  const { id } = useParams({ from: '/shell/settings/settings/developers/webhooks/$id' });
  const query = useQuery(webhookQuery(id));
  return (
    <>
      <BackLink to="/settings/developers/webhooks">{texts.list}</BackLink>
      <LoadedOne query={query} failure={texts.failed} missing={texts.missing}>
        {(webhook) => <Details key={webhook.id} webhook={webhook} />}
      </LoadedOne>
    </>
  );
}

function Details({ webhook }: { webhook: Webhook }) {
  const texts = useWebhooksTexts();
  const { active } = useDevelopersTexts();
  const [isEditing, setEditing] = useState(false);
  const { id, url, events, is_active, is_legacy_compat } = webhook;
  const { data: hours } = useQuery(healthQuery);
  if (isEditing) return <Editing webhook={webhook} onClose={() => setEditing(false)} />;
  return (
    <>
      <PageHeading
        title={url}
        lead={
          is_active ? (
            <StatusBadge tone="good">{active}</StatusBadge>
          ) : (
            <StatusBadge tone="off">{texts.paused}</StatusBadge>
          )
        }
        actions={<WebhookActions webhook={webhook} onEdit={() => setEditing(true)} />}
      />
      {!is_active && <Warning>{texts.pausedNote}</Warning>}
      {hours && <HealthStrip hours={hours.filter(({ subscription_id }) => subscription_id === id)} />}
      <ul className={styles.events} aria-label={texts.events}>
        {events.map((name) => (
          <li key={name} className={styles.event} title={texts.triggers[name]}>
            {name}
          </li>
        ))}
      </ul>
      {is_legacy_compat && <Text c="dimmed">{texts.legacyLog}</Text>}
      <WebhookLog webhook={webhook} />
    </>
  );
}

function Editing({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const texts = useWebhooksTexts();
  const { save } = useDevelopersTexts();
  const notify = useNotice();
  const queryClient = useQueryClient();
  return (
    <>
      <PageHeading title={webhook.url} />
      <WebhookForm
        webhook={webhook}
        submit={save}
        send={(body) => api.webhooks.update({ params: { id: webhook.id }, body })}
        onDone={(changed) => {
          queryClient.setQueryData(webhookQuery(webhook.id).queryKey, changed);
          void queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
          notify({ kind: 'done', text: texts.saved });
          onClose();
        }}
        onCancel={onClose}
      />
    </>
  );
}
