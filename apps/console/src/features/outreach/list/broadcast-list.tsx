import { Button, Select } from '@mantine/core';
import { IconMessages, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useBroadcastsTexts } from '../../../locales/pages/broadcasts.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ListEnd } from '../../../ui/feedback/list-end.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Rows } from '../../../ui/layout/rows.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { broadcastsQuery } from '../model/broadcast-queries.ts';
import { type BroadcastFilters, statuses } from '../model/broadcast-search.ts';
import { useChannels, useNameOfChannel } from '../model/channels.ts';
import styles from './broadcast-list.module.css';
import { BroadcastRow } from './broadcast-row.tsx';

/** Broadcasts, newest first. */
export function BroadcastList() {
  const texts = useBroadcastsTexts();
  const filters = useSearch({ from: '/shell/outreach/broadcasts' });
  const navigate = useNavigate();
  const filter = (search: BroadcastFilters) => void navigate({ to: '/outreach/broadcasts', search, replace: true });
  const query = useInfiniteQuery({ ...broadcastsQuery(filters), placeholderData: keepPreviousData });
  const isFiltered = Object.keys(filters).length > 0;
  const broadcasts = query.data?.pages.flatMap(({ data }) => data);
  return (
    <Screen>
      <PageHeading title={texts.title} lead={texts.lead} actions={<NewBroadcastButton />} />
      {(isFiltered || Boolean(broadcasts?.length)) && <Filters filters={filters} onFilter={filter} />}
      <Loaded query={{ ...query, data: broadcasts }} failure={texts.failed}>
        {(found) =>
          found.length ? (
            <div aria-busy={query.isPlaceholderData}>
              <Rows label={texts.title}>
                {found.map((broadcast) => (
                  <BroadcastRow key={broadcast.id} broadcast={broadcast} />
                ))}
              </Rows>
              <ListEnd list={query} end={texts.end} />
            </div>
          ) : (
            <NoBroadcasts isFiltered={isFiltered} onClear={() => filter({})} />
          )
        }
      </Loaded>
    </Screen>
  );
}

function NewBroadcastButton() {
  const texts = useBroadcastsTexts();
  return (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      renderRoot={(props) => <Link to="/outreach/broadcasts/new" {...props} />}
    >
      {texts.create}
    </Button>
  );
}

interface FiltersProps {
  filters: BroadcastFilters;
  onFilter: (filters: BroadcastFilters) => void;
}

function Filters({ filters, onFilter }: FiltersProps) {
  const texts = useBroadcastsTexts();
  const { data: channels = [] } = useChannels();
  const nameOf = useNameOfChannel();
  const { status: _status, ...withoutStatus } = filters;
  const { channel: _channel, ...withoutChannel } = filters;
  return (
    <search className={styles.filters} aria-label={texts.filters}>
      <Select
        aria-label={texts.status}
        placeholder={texts.anyStatus}
        data={statuses.map((value) => ({ value, label: texts.statuses[value] }))}
        value={filters.status ?? null}
        onChange={(status) => onFilter({ ...withoutStatus, ...(status && { status }) })}
        clearable
        clearButtonProps={{ 'aria-label': texts.anyStatus }}
      />
      <Select
        aria-label={texts.channel}
        placeholder={texts.anyChannel}
        data={channels.map(({ value }) => ({ value, label: nameOf(value) }))}
        value={filters.channel ?? null}
        onChange={(channel) => onFilter({ ...withoutChannel, ...(channel && { channel }) })}
        clearable
        clearButtonProps={{ 'aria-label': texts.anyChannel }}
      />
    </search>
  );
}

function NoBroadcasts({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const texts = useBroadcastsTexts();
  if (!isFiltered) {
    return (
      <EmptyState icon={IconMessages} heading={texts.empty} action={<NewBroadcastButton />}>
        {texts.emptyLead}
      </EmptyState>
    );
  }
  const clear = (
    <Button variant="default" onClick={onClear}>
      {texts.clear}
    </Button>
  );
  return (
    <EmptyState icon={IconMessages} heading={texts.noMatches} action={clear}>
      {texts.noMatchesLead}
    </EmptyState>
  );
}
