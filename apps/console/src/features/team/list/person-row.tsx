import { Tooltip } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../data/session.ts';
import type { Agent } from '../../../entities/agent/use-agents.ts';
import { usePresence } from '../../../entities/agent/use-presence.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { PersonAvatar } from '../../../ui/person/person-avatar.tsx';
import { When } from '../../../ui/time/when.tsx';
import { displayName, type Workload } from '../team-queries.ts';
import styles from './people-table.module.css';

/** A row; all of it links to the person. */
export function PersonRow({ agent, workload }: { agent: Agent; workload: Workload | undefined }) {
  const texts = useTeamTexts();
  const { people, roles } = useTexts();
  const me = useSession().agent.id;
  const presence = usePresence()(agent.id);
  const name = displayName(agent);
  const isSuspended = agent.status === 'banned';
  return (
    <tr className={styles.row}>
      <td>
        <Link to="/settings/team/$agentId" params={{ agentId: String(agent.id) }} className={styles.link}>
          <PersonAvatar name={name} url={agent.avatar_url} size={36} presence={isSuspended ? undefined : presence} />
          <span className={styles.words}>
            <span className={styles.name}>{agent.id === me ? people.you(name) : name}</span>
            <span className={styles.facts}>
              {agent.email} <span className={styles.compact}>· {roles[agent.role]}</span>
            </span>
          </span>
        </Link>
      </td>
      <td className={styles.role}>
        {roles[agent.role]}
        {!isSuspended && !agent.show_in_header && (
          <Tooltip label={texts.hidden}>
            <IconEyeOff size={16} stroke={1.75} role="img" aria-label={texts.hidden} className={styles.hidden} />
          </Tooltip>
        )}
      </td>
      <td className={styles.chats}>
        {workload?.open_chats}
        {Boolean(workload?.waiting_chats) && (
          <span className={styles.waiting}>{texts.waiting(workload?.waiting_chats ?? 0)}</span>
        )}
      </td>
      <td className={styles.active}>
        {presence === 'offline' ? <LastActive at={workload?.last_active_at} /> : people.presence[presence]}
      </td>
    </tr>
  );
}

/** Nothing until it is known. */
export function LastActive({ at }: { at: string | null | undefined }) {
  const texts = useTeamTexts();
  if (at === undefined) return null;
  return at === null ? texts.never : <When at={at} />;
}
