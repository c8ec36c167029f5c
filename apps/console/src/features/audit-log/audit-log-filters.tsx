import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { useAgents } from '../../entities/agent/use-agents.ts';
import { useAuditLogTexts } from '../../locales/pages/audit-log.ts';
import styles from './audit-log.module.css';
import { subjects } from './audit-query.ts';
import { type AuditFilters, type Period, periods } from './audit-search.ts';

interface AuditLogFiltersProps {
  filters: AuditFilters;
  onFilter: (filters: AuditFilters) => void;
}

/** By person or token, by what was changed, and by time. */
export function AuditLogFilters({ filters, onFilter }: AuditLogFiltersProps) {
  const texts = useAuditLogTexts();
  const { actor: _actor, ...withoutActor } = filters;
  const { subject: _subject, ...withoutSubject } = filters;
  const { period: _period, ...withoutPeriod } = filters;
  return (
    <search className={styles.filters} aria-label={texts.filters}>
      <Select
        aria-label={texts.actor}
        placeholder={texts.anyone}
        data={useActors()}
        value={filters.actor ?? null}
        onChange={(actor) => onFilter({ ...withoutActor, ...(actor && { actor }) })}
        searchable
        clearable
        nothingFoundMessage={texts.noActors}
        clearButtonProps={{ 'aria-label': texts.anyone }}
      />
      <Select
        aria-label={texts.subject}
        placeholder={texts.anything}
        data={subjects.map((value) => ({ value, label: texts.groups[value] }))}
        value={filters.subject ?? null}
        onChange={(subject) => onFilter({ ...withoutSubject, ...(subject && { subject }) })}
        clearable
        clearButtonProps={{ 'aria-label': texts.anything }}
      />
      <Select
        aria-label={texts.period}
        placeholder={texts.anyTime}
        data={periods.map((value) => ({ value, label: texts.periods[value] }))}
        value={filters.period ?? null}
        onChange={(period) => onFilter({ ...withoutPeriod, ...(period && { period: period as Period }) })}
        clearable
        clearButtonProps={{ 'aria-label': texts.anyTime }}
      />
    </search>
  );
}

/** People, tokens, and the server itself. */
function useActors() {
  const texts = useAuditLogTexts();
  const people = [...useAgents().values()].filter(({ type }) => type === 'human');
  const { data: tokens = [] } = useQuery({
    queryKey: ['audit-log', 'tokens'],
    queryFn: ({ signal }) => Array.fromAsync(api.tokens.list.each({ signal })),
  });
  return [
    {
      group: texts.people,
      items: people.map(({ id, name, email }) => ({ value: `agent-${id}`, label: name ?? email ?? `${id}` })),
    },
    { group: texts.tokens, items: tokens.map(({ id, name }) => ({ value: `token-${id}`, label: name })) },
    { group: texts.other, items: [{ value: 'system', label: texts.system }] },
  ].filter(({ items }) => items.length);
}
