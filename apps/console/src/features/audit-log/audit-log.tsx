import { Button, Skeleton, Stack } from '@mantine/core';
import type { AuditEntry } from '@parley/contract';
import { IconFileDownload, IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../data/api.ts';
import { useAuditLogTexts } from '../../locales/pages/audit-log.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ListEnd } from '../../ui/feedback/list-end.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Rows } from '../../ui/layout/rows.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { AuditLogFilters } from './audit-log-filters.tsx';
import { toQuery } from './audit-query.ts';
import type { AuditFilters } from './audit-search.ts';
import { EntryRow } from './entry-row.tsx';
import { findGone, keyOf } from './subject-link.tsx';

const PAGE = 50;

/** What people and tokens changed, newest first. */
export function AuditLog() {
  const texts = useAuditLogTexts();
  const filters = useSearch({ from: '/shell/settings/settings/audit-log' });
  const navigate = useNavigate();
  const filter = (search: AuditFilters) => void navigate({ to: '/settings/audit-log', search, replace: true });
  return (
    <Screen>
      <PageHeading title={texts.title} lead={texts.lead} actions={<ExportButton filters={filters} />} />
      <AuditLogFilters filters={filters} onFilter={filter} />
      <Entries filters={filters} onClear={() => filter({})} />
    </Screen>
  );
}

function ExportButton({ filters }: { filters: AuditFilters }) {
  const texts = useAuditLogTexts();
  const given = Object.entries(toQuery(filters)).map(([name, value]): [string, string] => [name, String(value)]);
  const address = new URLSearchParams(given).toString();
  return (
    <Button
      component="a"
      variant="default"
      href={`/api/v1/audit-log/export${address && `?${address}`}`}
      leftSection={<IconFileDownload size={18} stroke={1.75} aria-hidden />}
    >
      {texts.export}
    </Button>
  );
}

function Entries({ filters, onClear }: { filters: AuditFilters; onClear: () => void }) {
  const texts = useAuditLogTexts();
  const query = useInfiniteQuery({
    queryKey: ['audit-log', filters],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.auditLog.list({ query: { ...toQuery(filters), limit: PAGE, ...(cursor && { cursor }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query} failure={texts.failed} skeleton={<PendingRows />}>
      {({ pages }) => {
        const entries = pages.flatMap(({ data }) => data);
        if (!entries.length) return <NoEntries isFiltered={Object.keys(filters).length > 0} onClear={onClear} />;
        return (
          <div aria-busy={query.isPlaceholderData}>
            <EntryList entries={entries} />
            <ListEnd list={query} end={texts.end} />
          </div>
        );
      }}
    </Loaded>
  );
}

function EntryList({ entries }: { entries: AuditEntry[] }) {
  const texts = useAuditLogTexts();
  const gone = findGone(entries);
  return (
    <Rows label={texts.title}>
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} isGone={gone.has(keyOf(entry))} />
      ))}
    </Rows>
  );
}

function NoEntries({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const texts = useAuditLogTexts();
  if (!isFiltered) {
    return (
      <EmptyState icon={IconHistory} heading={texts.emptyHeading}>
        {texts.empty}
      </EmptyState>
    );
  }
  const clear = (
    <Button variant="default" onClick={onClear}>
      {texts.clear}
    </Button>
  );
  return (
    <EmptyState icon={IconHistory} heading={texts.nothingFound} action={clear}>
      {texts.nothingFoundLead}
    </EmptyState>
  );
}

function PendingRows() {
  return (
    <Stack gap="xs" mt="md" aria-busy>
      {['1', '2', '3', '4', '5', '6'].map((row) => (
        <Skeleton key={row} height={56} />
      ))}
    </Stack>
  );
}
