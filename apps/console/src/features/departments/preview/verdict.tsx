import { IconClockPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Department, departmentsQuery } from '../../../entities/agent/departments.ts';
import { useAgentName } from '../../../entities/agent/use-agent-name.ts';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import { usePresence } from '../../../entities/agent/use-presence.ts';
import { useDepartmentsTexts } from '../../../locales/pages/departments.ts';
import { PersonAvatar } from '../../../ui/person/person-avatar.tsx';
import { When } from '../../../ui/time/when.tsx';
import type { Preview } from './preview-query.ts';
import { findReason } from './reason.ts';
import styles from './routing-preview.module.css';

/** What routing would do, and why. */
export function Verdict({ department, preview }: { department: Department; preview: Preview }) {
  const { preview: texts } = useDepartmentsTexts();
  const { agent_id, is_forecast, departments, candidates } = preview;
  const nameOf = useAgentName();
  const agents = useAgents();
  return (
    <>
      <div className={styles.verdict}>
        {agent_id === null ? (
          <IconClockPause size={28} stroke={1.5} aria-hidden className={styles.icon} />
        ) : (
          <PersonAvatar name={nameOf(agent_id)} url={agents.get(agent_id)?.avatar_url} size={36} />
        )}
        <div className={styles.words}>
          <span className={styles.name}>{agent_id === null ? texts.nobody : texts.gets(nameOf(agent_id))}</span>
          <span className={styles.reason}>{useReasonText(preview)}</span>
        </div>
      </div>
      {departments.length ? (
        <Part heading={texts.departments}>
          <DepartmentStates departments={departments} />
        </Part>
      ) : (
        <p className={styles.note}>{texts.reasons.all}</p>
      )}
      {candidates.length > 1 && (
        <Part heading={texts.candidates}>
          <Candidates candidates={candidates} />
        </Part>
      )}
      {is_forecast && <p className={styles.note}>{texts.forecast}</p>}
      {!is_forecast && <Away department={department} candidates={candidates} />}
    </>
  );
}

function useReasonText(preview: Preview) {
  const { reasons } = useDepartmentsTexts().preview;
  const nameOf = useAgentName();
  const reason = findReason(preview);
  if (reason.kind === 'fewest') return reasons.fewest(reason.chats, nameOf(reason.other));
  if ('other' in reason) return reasons[reason.kind](nameOf(reason.other));
  return reasons[reason.kind];
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <span className={styles.heading}>{heading}</span>
      {children}
    </div>
  );
}

function DepartmentStates({ departments }: Pick<Preview, 'departments'>) {
  const { preview: texts } = useDepartmentsTexts();
  const { data: known = [] } = useQuery(departmentsQuery);
  return (
    <ul className={styles.list}>
      {departments.map(({ id, is_open }) => (
        <li key={id} className={styles.item}>
          <span>{known.find((each) => each.id === id)?.name ?? id}</span>
          <span className={styles.state} data-open={is_open}>
            {is_open ? texts.open : texts.closed}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Candidates({ candidates }: Pick<Preview, 'candidates'>) {
  const { preview: texts } = useDepartmentsTexts();
  const nameOf = useAgentName();
  return (
    <ol className={styles.list}>
      {candidates.map(({ agent_id, active_chats, assigned_at }) => (
        <li key={agent_id} className={styles.item}>
          <span>{nameOf(agent_id)}</span>
          <span className={styles.facts}>
            {texts.chats(active_chats)} ·{' '}
            {assigned_at === null ? (
              texts.neverAssigned
            ) : (
              <>
                {texts.assigned} <When at={assigned_at} />
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Members whom routing passes over now. */
function Away({ department, candidates }: { department: Department } & Pick<Preview, 'candidates'>) {
  const { preview: texts } = useDepartmentsTexts();
  const agents = useAgents();
  const presenceOf = usePresence();
  const nameOf = useAgentName();
  const isCandidate = new Set(candidates.map(({ agent_id }) => agent_id));
  const away = department.agent_ids.flatMap((id) => {
    const presence = presenceOf(id);
    if (isCandidate.has(id) || !agents.has(id)) return [];
    if (agents.get(id)?.status === 'banned') return { id, state: texts.states.suspended };
    // Someone at work in a closed department.
    return presence === 'online' ? [] : { id, state: texts.states[presence] };
  });
  if (!away.length) return null;
  return (
    <Part heading={texts.away}>
      <ul className={styles.list}>
        {away.map(({ id, state }) => (
          <li key={id} className={styles.item}>
            <span>{nameOf(id)}</span>
            <span className={styles.facts}>{state}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
