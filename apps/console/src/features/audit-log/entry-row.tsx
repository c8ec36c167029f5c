import { UnstyledButton } from '@mantine/core';
import type { AuditEntry } from '@parley/contract';
import { IconChevronDown, IconKey, IconServer } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useAgents } from '../../entities/agent/use-agents.ts';
import { useAuditLogTexts } from '../../locales/pages/audit-log.ts';
import { Row } from '../../ui/layout/rows.tsx';
import { PersonAvatar } from '../../ui/person/person-avatar.tsx';
import { When } from '../../ui/time/when.tsx';
import styles from './audit-log.module.css';
import { EntryChanges } from './entry-changes.tsx';
import { SubjectLink } from './subject-link.tsx';

interface EntryRowProps {
  entry: AuditEntry;
  /** Whether the subject exists no longer. */
  isGone: boolean;
}

/** One entry: what, who, when, and on demand the values before and after. */
export function EntryRow({ entry, isGone }: EntryRowProps) {
  const texts = useAuditLogTexts();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { actor, action, at, ip, before, after } = entry;
  const who = actor.name ?? (actor.type === 'system' ? texts.system : texts.removedActor);
  const [start = '', end] = texts.actions[action].split('{subject}');
  const hasChanges = before !== null || after !== null;
  return (
    <Row>
      <div className={styles.entry}>
        <ActorPicture actor={actor} />
        <div className={styles.words}>
          <span className={styles.what} id={`${id}-what`}>
            {start}
            {end !== undefined && <SubjectLink entry={entry} isGone={isGone} />}
            {end}
          </span>
          <span className={styles.facts}>
            {who}
            {ip && ` · ${ip}`} · <When at={at} />
          </span>
        </div>
        {hasChanges && (
          <UnstyledButton
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-describedby={`${id}-what`}
            onClick={() => setOpen(!isOpen)}
          >
            {texts.details}
            <IconChevronDown size={16} stroke={1.75} aria-hidden data-open={isOpen || undefined} />
          </UnstyledButton>
        )}
        {isOpen && <EntryChanges id={id} entry={entry} />}
      </div>
    </Row>
  );
}

function ActorPicture({ actor: { type, id, name } }: Pick<AuditEntry, 'actor'>) {
  const agents = useAgents();
  if (type === 'agent') return <PersonAvatar name={name} url={agents.get(id ?? 0)?.avatar_url} size={32} />;
  const Icon = type === 'token' ? IconKey : IconServer;
  return (
    <span className={styles.picture} aria-hidden>
      <Icon size={18} stroke={1.75} />
    </span>
  );
}
