import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWebhooksTexts } from '../../../locales/pages/webhooks.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { ListRow } from '../../../ui/layout/list-row.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { SearchableList } from '../parts/searchable-list.tsx';
import { HealthStrip } from './health-strip.tsx';
import { healthQuery, type Webhook, webhooksQuery } from './webhook-queries.ts';

export function WebhookList() {
  const texts = useWebhooksTexts();
  const query = useQuery(webhooksQuery);
  const create = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      renderRoot={(props) => <Link to="/settings/developers/webhooks/new" {...props} />}
    >
      {texts.create}
    </Button>
  );
  return (
    <>
      <PageHeading title={texts.list} lead={texts.lead} actions={create} />
      <SearchableList
        query={query}
        texts={texts}
        textOf={({ url, events }) => `${url} ${events.join(' ')}`}
        empty={
          <EmptyState icon={IconWebhook} heading={texts.empty} action={create}>
            {texts.emptyLead}
          </EmptyState>
        }
      >
        {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
      </SearchableList>
    </>
  );
}

function WebhookRow({ webhook: { id, url, events, is_active, is_legacy_compat } }: { webhook: Webhook }) {
  const texts = useWebhooksTexts();
  const { data: hours } = useQuery(healthQuery);
  return (
    <ListRow
      name={
        <Link to="/settings/developers/webhooks/$id" params={{ id }} dir="ltr">
          {url}
        </Link>
      }
      badges={!is_active && <StatusBadge tone="off">{texts.paused}</StatusBadge>}
      facts={
        <>
          {events.length > 3 ? texts.eventsCount(events.length) : events.join(', ')}
          {is_legacy_compat && ` · ${texts.legacy}`}
        </>
      }
      aside={hours && <HealthStrip hours={hours.filter(({ subscription_id }) => subscription_id === id)} isCompact />}
    />
  );
}
