import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import type { Department } from '../../../entities/agent/departments.ts';
import { type Agent, useAgents } from '../../../entities/agent/use-agents.ts';
import { usePresence } from '../../../entities/agent/use-presence.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useDepartmentsTexts } from '../../../locales/pages/departments.ts';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { PersonAvatar } from '../../../ui/person/person-avatar.tsx';
import { useDraft } from '../department-queries.ts';
import { SaveActions } from '../save-actions.tsx';
import styles from './department.module.css';

const nameOf = ({ id, name, email }: Agent) => name ?? email ?? String(id);

/** Everyone on the team, to choose from. Suspended agents stay members until they are unchecked. */
export function Members({ department }: { department: Department }) {
  const texts = useDepartmentsTexts();
  const [query, setQuery] = useState('');
  const draft = useDraft(department.agent_ids, (agent_ids) =>
    api.departments.setAgents({ params: { id: department.id }, body: { agent_ids } }),
  );
  const offered = [...useAgents().values()]
    .filter(({ id, type, status }) => (type === 'human' && status !== 'banned') || department.agent_ids.includes(id))
    .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
  const found = offered.filter((agent) => nameOf(agent).toLowerCase().includes(query.toLowerCase()));
  // Sorted as the server sorts them, so that choosing the same people again is no change.
  const toggle = (id: number, isMember: boolean) => {
    const others = draft.draft.filter((each) => each !== id);
    draft.change(isMember ? [...others, id].sort((a, b) => a - b) : others);
  };
  return (
    <>
      <SearchField label={texts.peopleSearch} query={query} onSearch={setQuery} />
      <fieldset className={styles.people} aria-label={texts.people}>
        {found.map((agent) => (
          <Member
            key={agent.id}
            agent={agent}
            isMember={draft.draft.includes(agent.id)}
            onToggle={(isMember) => toggle(agent.id, isMember)}
          />
        ))}
        {!found.length && <div className={styles.none}>{texts.peopleNone}</div>}
      </fieldset>
      <SaveActions draft={draft} />
    </>
  );
}

interface MemberProps {
  agent: Agent;
  isMember: boolean;
  onToggle: (isMember: boolean) => void;
}

function Member({ agent, isMember, onToggle }: MemberProps) {
  const texts = useDepartmentsTexts();
  const { people, roles } = useTexts();
  const presence = usePresence()(agent.id);
  const isSuspended = agent.status === 'banned';
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is in it
    <label className={styles.person}>
      <Checkbox checked={isMember} onChange={({ currentTarget }) => onToggle(currentTarget.checked)} />
      <PersonAvatar
        name={nameOf(agent)}
        url={agent.avatar_url}
        size={28}
        presence={isSuspended ? undefined : presence}
      />
      <span className={styles.words}>
        <span className={styles.name}>{nameOf(agent)}</span>
        <span className={styles.facts}>
          {roles[agent.role]} · {isSuspended ? texts.suspended : people.presence[presence]}
        </span>
      </span>
    </label>
  );
}
