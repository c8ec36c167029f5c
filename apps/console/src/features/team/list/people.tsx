import { Button, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { Agent } from '../../../entities/agent/use-agents.ts';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { ListTools } from '../../../ui/controls/list-tools.tsx';
import { SegmentedChoice } from '../../../ui/controls/segmented-choice.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { displayName, usePeopleQuery } from '../team-queries.ts';
import { PeopleTable } from './people-table.tsx';

const groups = ['active', 'suspended', 'removed'] as const;
type Group = (typeof groups)[number];

const groupOf = ({ status, removed_at }: Agent): Group => {
  if (status !== 'banned') return 'active';
  return removed_at === null ? 'suspended' : 'removed';
};

const matches = (agent: Agent, query: string) =>
  [agent.name, agent.email].some((text) => text?.toLowerCase().includes(query.toLowerCase()));

/** The team, with a search. Suspended and removed people have lists of their own. */
export function People() {
  const texts = useTeamTexts();
  const query = usePeopleQuery();
  return (
    <Loaded query={query} failure={texts.failed}>
      {(people) => <LoadedPeople people={people} />}
    </Loaded>
  );
}

function LoadedPeople({ people }: { people: Agent[] }) {
  const texts = useTeamTexts();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<Group>('active');
  const byGroup = Map.groupBy(people, groupOf);
  const offered = groups.filter((group) => byGroup.has(group));
  const group = byGroup.has(chosen) ? chosen : 'active';
  const found = (byGroup.get(group) ?? [])
    .filter((agent) => matches(agent, query))
    .toSorted((a, b) => displayName(a).localeCompare(displayName(b)));
  return (
    <>
      <ListTools label={texts.search} query={query} onSearch={setQuery}>
        {offered.length > 1 && (
          <SegmentedChoice
            label={texts.title}
            isLabelHidden
            value={group}
            options={offered.map((value) => ({
              value,
              label: `${texts.groups[value]} · ${byGroup.get(value)?.length ?? 0}`,
            }))}
            onChange={setChosen}
          />
        )}
      </ListTools>
      {found.length ? (
        <PeopleTable people={found} />
      ) : (
        <EmptyState
          icon={IconUsers}
          heading={texts.noMatch}
          action={
            <Button variant="default" onClick={() => setQuery('')}>
              {texts.showAll}
            </Button>
          }
        >
          {texts.noMatchLead}
        </EmptyState>
      )}
      {people.length === 1 && (
        <Text c="dimmed" mt="sm">
          {texts.alone}
        </Text>
      )}
    </>
  );
}
