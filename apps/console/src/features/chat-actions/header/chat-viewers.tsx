import { Tooltip, VisuallyHidden } from '@mantine/core';
import { useSession } from '../../../data/session.ts';
import { useAgentName } from '../../../entities/agent/use-agent-name.ts';
import { useAgents } from '../../../entities/agent/use-agents.ts';
import { useLocale } from '../../../locales/locale.tsx';
import { PersonAvatar } from '../../../ui/person/person-avatar.tsx';
import styles from './chat-viewers.module.css';

interface ChatViewersProps {
  ids: readonly number[];
  /** How many avatars to show; the rest is a number. */
  most: number;
}

/** Colleagues who have the chat open. */
export function ChatViewers({ ids, most }: ChatViewersProps) {
  const { locale, texts } = useLocale();
  const me = useSession().agent.id;
  const agents = useAgents();
  const nameOf = useAgentName();
  const others = ids.filter((id) => id !== me);
  if (!others.length) return null;
  const names = new Intl.ListFormat(locale).format(others.map(nameOf));
  const label = texts.chatActions.alsoHere(names);
  return (
    <Tooltip label={label} multiline maw={280}>
      <div className={styles.viewers}>
        <VisuallyHidden>{label}</VisuallyHidden>
        {others.slice(0, most).map((id) => (
          <PersonAvatar key={id} name={nameOf(id)} url={agents.get(id)?.avatar_url} size={24} />
        ))}
        {others.length > most && <span aria-hidden>+{others.length - most}</span>}
      </div>
    </Tooltip>
  );
}
