import { Anchor, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Agent } from '../../../entities/agent/use-agents.ts';
import { usePresence } from '../../../entities/agent/use-presence.ts';
import { useLocale, useTexts } from '../../../locales/locale.tsx';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { PersonAvatar } from '../../../ui/person/person-avatar.tsx';
import { dateFormat } from '../../../ui/time/formats.ts';
import { LastActive } from '../list/person-row.tsx';
import { displayName, workloadsQuery } from '../team-queries.ts';
import styles from './person.module.css';

export function PersonHeader({ agent }: { agent: Agent }) {
  const { person: texts, ...team } = useTeamTexts();
  const { title, people } = useTexts();
  const { locale } = useLocale();
  const workload = useQuery(workloadsQuery).data?.get(agent.id);
  const presence = usePresence()(agent.id);
  const isSuspended = agent.status === 'banned';
  const name = displayName(agent);
  useDocumentTitle(title(name));
  return (
    <header className={styles.header}>
      <PersonAvatar name={name} url={agent.avatar_url} size={64} presence={isSuspended ? undefined : presence} />
      <div className={styles.words}>
        <Title order={1}>
          {name}
          {isSuspended && (
            <span className={styles.badge}>{agent.removed_at === null ? texts.suspended : texts.removed}</span>
          )}
        </Title>
        <div className={styles.email}>{agent.email}</div>
      </div>
      <dl className={styles.facts}>
        <Fact name={texts.openChats}>
          {workload && workload.open_chats > 0 ? (
            <Anchor
              title={texts.inInbox}
              renderRoot={(props) => <Link to="/inbox" search={{ agent: agent.id }} {...props} />}
            >
              {workload.open_chats}
              {workload.waiting_chats > 0 && ` · ${team.waiting(workload.waiting_chats)}`}
            </Anchor>
          ) : (
            (workload?.open_chats ?? '–')
          )}
        </Fact>
        <Fact name={texts.lastActive}>
          {presence === 'offline' ? <LastActive at={workload?.last_active_at} /> : people.presence[presence]}
        </Fact>
        <Fact name={texts.since}>{dateFormat(locale, { dateStyle: 'medium' }).format(new Date(agent.created_at))}</Fact>
      </dl>
    </header>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
