import { Link } from '@tanstack/react-router';
import { useSession } from '../../../data/session.ts';
import type { Department } from '../../../entities/agent/departments.ts';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import { useDepartmentsTexts } from '../../../locales/pages/departments.ts';
import { PersonAvatar } from '../../../ui/person/person-avatar.tsx';
import { useNow } from '../../../ui/time/use-now.ts';
import { useChannelName } from '../channel-names.ts';
import { openingAt } from '../week/week.ts';
import styles from './departments.module.css';

const SHOWN_MEMBERS = 5;

/** A row; all of it links to the department. */
export function DepartmentRow({
  department: { id, name, avatar_url, channels, agent_ids, schedule },
}: {
  department: Department;
}) {
  const texts = useDepartmentsTexts();
  const channelName = useChannelName();
  const agents = useAgents();
  const members = agent_ids.flatMap((agentId) => agents.get(agentId) ?? []);
  const hidden = members.length - SHOWN_MEMBERS;
  return (
    <li className={styles.row}>
      <PersonAvatar name={name} url={avatar_url} size={40} />
      <div className={styles.words}>
        <Link to="/settings/departments/$departmentId" params={{ departmentId: String(id) }} className={styles.link}>
          {name}
        </Link>
        <span className={styles.facts}>
          <OpeningState schedule={schedule} /> · {channels.map(channelName).join(', ') || texts.noChannels}
        </span>
      </div>
      <span className={styles.members} role="img" aria-label={texts.members(agent_ids.length)}>
        {members.slice(0, SHOWN_MEMBERS).map((member) => (
          <span key={member.id} className={styles.member}>
            <PersonAvatar name={member.name ?? member.email} url={member.avatar_url} size={28} />
          </span>
        ))}
        {hidden > 0 && <span className={styles.more}>+{hidden}</span>}
        {!agent_ids.length && <span className={styles.facts}>{texts.members(0)}</span>}
      </span>
    </li>
  );
}

function OpeningState({ schedule }: Pick<Department, 'schedule'>) {
  const { opening, week } = useDepartmentsTexts();
  const { timezone } = useSession().account;
  const state = openingAt(schedule, new Date(useNow()), timezone);
  if (state === 'open') return <span className={styles.open}>{opening.open}</span>;
  return state ? opening.opens(week.days[state.day], state.time) : opening.closed;
}
