import { Button, Checkbox, FocusTrap, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import { type InboxSearch, isNarrowed } from '../../../entities/chat/inbox-search.ts';
import { tagsQuery } from '../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../locales/locale.tsx';

interface FilterFormProps {
  search: InboxSearch;
  onSearch(search: InboxSearch): void;
}

/** Filters by owner, tag and unread. */
export function FilterForm({ search, onSearch }: FilterFormProps) {
  const { inbox } = useTexts();
  const { agent, tag, unread, ...rest } = search;
  return (
    <FocusTrap>
      <Stack gap="sm">
        <Checkbox
          label={inbox.filters.unread}
          checked={unread === true}
          onChange={({ currentTarget: { checked } }) => onSearch(put(search, 'unread', checked || undefined))}
        />
        <OwnerFilter value={agent} onChange={(next) => onSearch(put(search, 'agent', next))} />
        <TagFilter value={tag} onChange={(next) => onSearch(put(search, 'tag', next))} />
        {isNarrowed(search) && (
          <Button variant="default" size="xs" onClick={() => onSearch(rest)}>
            {inbox.filters.clear}
          </Button>
        )}
      </Stack>
    </FocusTrap>
  );
}

function put<N extends keyof InboxSearch>(
  search: InboxSearch,
  name: N,
  value: InboxSearch[N] | undefined,
): InboxSearch {
  const { [name]: _, ...rest } = search;
  return value === undefined ? rest : { ...rest, [name]: value };
}

function OwnerFilter({ value, onChange }: { value: number | undefined; onChange(id: number | undefined): void }) {
  const { inbox } = useTexts();
  const people = [...useAgents().values()].filter(({ type }) => type === 'human');
  return (
    <Select
      label={inbox.filters.agent}
      placeholder={inbox.filters.anyone}
      clearable
      comboboxProps={{ withinPortal: false }}
      data={people.map(({ id, name, email }) => ({ value: String(id), label: name ?? email ?? String(id) }))}
      value={value === undefined ? null : String(value)}
      onChange={(next) => onChange(next === null ? undefined : Number(next))}
    />
  );
}

function TagFilter({ value, onChange }: { value: string | undefined; onChange(tag: string | undefined): void }) {
  const { inbox } = useTexts();
  const tags = useQuery(tagsQuery).data ?? [];
  return (
    <Select
      label={inbox.filters.tag}
      placeholder={inbox.filters.anyTag}
      clearable
      searchable
      comboboxProps={{ withinPortal: false }}
      data={tags}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
