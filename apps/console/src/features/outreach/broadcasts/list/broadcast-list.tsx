import { Button, Select } from '@mantine/core';
import { IconMessages, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useBroadcastsTexts } from '../../../../locales/pages/broadcasts.ts';
import { SendList, StatusFilter } from '../../sends/list/send-list.tsx';
import { broadcastsQuery } from '../model/broadcast-queries.ts';
import type { BroadcastFilters } from '../model/broadcast-search.ts';
import { useChannels, useNameOfChannel } from '../model/channels.ts';
import { BroadcastRow } from './broadcast-row.tsx';

/** Broadcasts, newest first. */
export function BroadcastList() {
  const filters = useSearch({ from: '/shell/outreach/broadcasts' });
  const navigate = useNavigate();
  const filter = (search: BroadcastFilters) => void navigate({ to: '/outreach/broadcasts', search, replace: true });
  const query = useInfiniteQuery({ ...broadcastsQuery(filters), placeholderData: keepPreviousData });
  return (
    <SendList
      kind="broadcasts"
      icon={IconMessages}
      query={query}
      create={<NewBroadcastButton />}
      filters={<Filters filters={filters} onFilter={filter} />}
      isFiltered={Object.keys(filters).length > 0}
      onClear={() => filter({})}
      row={(broadcast) => <BroadcastRow key={broadcast.id} broadcast={broadcast} />}
    />
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
    <>
      <StatusFilter
        value={filters.status}
        onChange={(status) => onFilter({ ...withoutStatus, ...(status && { status }) })}
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
    </>
  );
}
