import { Button, Select } from '@mantine/core';
import { IconPlus, IconUserOff } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useSuppressionsTexts } from '../../../locales/pages/suppressions.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ListEnd } from '../../../ui/feedback/list-end.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Rows } from '../../../ui/layout/rows.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { AddSuppression } from './add-suppression.tsx';
import { suppressionsQuery } from './suppression-queries.ts';
import { SuppressionRow } from './suppression-row.tsx';
import styles from './suppressions.module.css';
import { reasons, type SuppressionFilters } from './suppressions-search.ts';
import { useSuppressionChannels } from './use-channel-label.ts';

/** Addresses that get no marketing, newest first. */
export function SuppressionList() {
  const texts = useSuppressionsTexts();
  const filters = useSearch({ from: '/shell/outreach/suppressions' });
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const query = useInfiniteQuery({ ...suppressionsQuery(filters), placeholderData: keepPreviousData });
  const filter = (search: SuppressionFilters) => void navigate({ to: '/outreach/suppressions', search, replace: true });
  const isFiltered = Object.keys(filters).length > 0;
  const suppressions = query.data?.pages.flatMap(({ data }) => data);
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  return (
    <Screen>
      <PageHeading title={texts.title} lead={texts.lead} actions={add} />
      {(isFiltered || Boolean(suppressions?.length)) && <Filters filters={filters} onFilter={filter} />}
      <Loaded query={{ ...query, data: suppressions }} failure={texts.failed}>
        {(found) =>
          found.length ? (
            <div aria-busy={query.isPlaceholderData}>
              <Rows label={texts.title}>
                {found.map((suppression) => (
                  <SuppressionRow key={suppression.id} suppression={suppression} />
                ))}
              </Rows>
              <ListEnd list={query} end={texts.end} />
            </div>
          ) : (
            <Nobody isFiltered={isFiltered} onClear={() => filter({})} />
          )
        }
      </Loaded>
      <AddSuppression isOpen={isAdding} onClose={() => setAdding(false)} />
    </Screen>
  );
}

interface FiltersProps {
  filters: SuppressionFilters;
  onFilter: (filters: SuppressionFilters) => void;
}

function Filters({ filters, onFilter }: FiltersProps) {
  const texts = useSuppressionsTexts();
  const channels = useSuppressionChannels();
  const { reason: _reason, ...withoutReason } = filters;
  const { channel: _channel, ...withoutChannel } = filters;
  return (
    <search className={styles.filters} aria-label={texts.filters}>
      <Select
        aria-label={texts.reason}
        placeholder={texts.anyReason}
        data={reasons.map((value) => ({ value, label: texts.reasons[value] }))}
        value={filters.reason ?? null}
        onChange={(reason) => onFilter({ ...withoutReason, ...(reason && { reason }) })}
        clearable
        clearButtonProps={{ 'aria-label': texts.anyReason }}
      />
      <Select
        aria-label={texts.channel}
        placeholder={texts.anyChannel}
        data={channels}
        value={filters.channel ?? null}
        onChange={(channel) => onFilter({ ...withoutChannel, ...(channel && { channel }) })}
        clearable
        clearButtonProps={{ 'aria-label': texts.anyChannel }}
      />
    </search>
  );
}

function Nobody({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const texts = useSuppressionsTexts();
  if (!isFiltered) {
    return (
      <EmptyState icon={IconUserOff} heading={texts.empty}>
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
    <EmptyState icon={IconUserOff} heading={texts.noMatches} action={clear}>
      {texts.noMatchesLead}
    </EmptyState>
  );
}
