import type { Chat, ConversationState } from '@parley/live';
import { IconAlertTriangle, IconPencil } from '@tabler/icons-react';
import { useLiveConnection } from '../../data/live/live.tsx';
import { useSession } from '../../data/session.ts';
import { useAgentName } from '../../entities/agent/use-agent-name.ts';
import { isAi, useAgents } from '../../entities/agent/use-agents.ts';
import { useLocale } from '../../locales/locale.tsx';
import { useChatLogTexts } from '../../locales/pages/chat-log.ts';
import styles from './collision-bar.module.css';

interface CollisionBarProps {
  chat: Chat;
  conversation: ConversationState;
}

/** Above the composer: who else is writing, and who has replied since this agent began to. */
export function CollisionBar({ chat, conversation: { messages, typing } }: CollisionBarProps) {
  const texts = useChatLogTexts();
  const { locale } = useLocale();
  const live = useLiveConnection();
  const me = useSession().agent.id;
  const nameOf = useAgentName();
  const agents = useAgents();
  const since = live.writingSince(chat.id);
  const isOfColleague = (id: number | null) => id !== null && id !== me;
  const reply = messages.findLast(
    ({ seq, sender, agent_id }) =>
      since !== undefined && seq !== null && seq > since && sender !== 'client' && isOfColleague(agent_id),
  );
  const typists = typing.filter(
    ({ side, agent_id }) => side === 'agent' && isOfColleague(agent_id) && !isAi(agents.get(agent_id ?? 0)),
  );
  const names = new Intl.ListFormat(locale).format(typists.map(({ agent_id }) => nameOf(agent_id)));
  return (
    <div role="status">
      {reply ? (
        <p className={styles.bar} data-kind="replied">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          {texts.repliedMeanwhile(nameOf(reply.agent_id))}
        </p>
      ) : (
        typists.length > 0 && (
          <p className={styles.bar}>
            <IconPencil size={16} stroke={1.75} aria-hidden />
            {texts.writes(names, typists.length)}
          </p>
        )
      )}
    </div>
  );
}
