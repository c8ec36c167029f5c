import { Button } from '@mantine/core';
import { IconPlug, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCustomChannelsTexts } from '../../../locales/pages/custom-channels.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { ListRow } from '../../../ui/layout/list-row.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { SearchableList } from '../parts/searchable-list.tsx';
import { channelsQuery } from './channel-queries.ts';

export function ChannelList() {
  const texts = useCustomChannelsTexts();
  const query = useQuery(channelsQuery);
  const create = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      renderRoot={(props) => <Link to="/settings/developers/channels/new" {...props} />}
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
        textOf={({ name, outbound_url }) => `${name} ${outbound_url ?? ''}`}
        empty={
          <EmptyState icon={IconPlug} heading={texts.empty} action={create}>
            {texts.emptyLead}
          </EmptyState>
        }
      >
        {({ id, name, outbound_url, is_active, legacy_compat_enabled }) => (
          <ListRow
            key={id}
            name={
              <Link to="/settings/developers/channels/$id" params={{ id }}>
                {name}
              </Link>
            }
            badges={!is_active && <StatusBadge tone="off">{texts.inactive}</StatusBadge>}
            facts={outbound_url ? <span dir="ltr">{outbound_url}</span> : texts.oneWay}
            aside={legacy_compat_enabled && texts.legacy}
          />
        )}
      </SearchableList>
    </>
  );
}
