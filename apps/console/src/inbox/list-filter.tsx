import { ActionIcon, Button, Checkbox, Indicator, Popover, Select, Stack, Tooltip } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { tagsQuery } from '../contacts/contact-queries.ts';
import { useTexts } from '../locales/locale.tsx';
import { useAgents } from '../people/use-agents.ts';
import type { InboxSearch } from './inbox-search.ts';

interface ListFilterProps {
  search: InboxSearch;
  onSearch(search: InboxSearch): void;
}

/** What narrows a view: who owns the chat, the contact's tag, whether it was read. */
export function ListFilter({ search, onSearch }: ListFilterProps) {
  const { inbox } = useTexts();
  const { agent, tag, unread, ...rest } = search;
  const isOn = agent !== undefined || tag !== undefined || unread === true;
  return (
    <Popover position="bottom-end" width={260} trapFocus returnFocus>
      <Tooltip label={inbox.filter}>
        <Indicator disabled={!isOn} size={8} offset={4}>
          <Popover.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={inbox.filter}>
              <IconFilter size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Popover.Target>
        </Indicator>
      </Tooltip>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Checkbox
            label={inbox.filters.unread}
            checked={unread === true}
            onChange={({ currentTarget: { checked } }) => onSearch(put(search, 'unread', checked || undefined))}
          />
          <OwnerFilter value={agent} onChange={(next) => onSearch(put(search, 'agent', next))} />
          <TagFilter value={tag} onChange={(next) => onSearch(put(search, 'tag', next))} />
          {isOn && (
            <Button variant="default" size="xs" onClick={() => onSearch(rest)}>
              {inbox.filters.clear}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
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
