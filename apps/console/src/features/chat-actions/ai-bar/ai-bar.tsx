import { Button } from '@mantine/core';
import { type Chat, isDone } from '@parley/live';
import { IconSparkles } from '@tabler/icons-react';
import { hasRole, useSession } from '../../../data/session.ts';
import { useAgentName } from '../../../entities/agent/use-agent-name.ts';
import { useHasAi } from '../../../entities/agent/use-agents.ts';
import type { ChatAi, Turn } from '../../../entities/chat/ai/ai-queries.ts';
import { TurnLine } from '../../../entities/chat/ai/turn-line.tsx';
import type { Contact } from '../../../entities/contact/contact-queries.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useChatAiTexts } from '../../../locales/pages/chat-ai.ts';
import { useChatActions } from '../commands/use-chat-actions.ts';
import { useChatAi } from '../commands/use-chat-ai.ts';
import styles from './ai-bar.module.css';
import { type AiState, aiStateOf, isOfWidget } from './ai-state.ts';

interface AiBarProps {
  chat: Chat;
  contact: Contact | undefined;
  /** The last of the AI in this chat. */
  turn: Turn | undefined;
}

/** Above the composer: what the AI does in the chat, and the button that changes it. */
export function AiBar(props: AiBarProps) {
  const { chat } = props;
  const isShown = useHasAi() && chat.contact_id !== null && !isDone(chat);
  return isShown ? <Bar {...props} /> : null;
}

function Bar({ chat, contact, turn }: AiBarProps) {
  const texts = useChatAiTexts();
  const session = useSession();
  const { ai, set } = useChatAi(chat);
  // As high as the bar, so that nothing jumps.
  if (!ai) return <div className={styles.bar} aria-busy="true" />;
  const state = aiStateOf({ ...chat, isBlocked: contact && contact.blocked_at !== null }, ai);
  if (isOfWidget(state) && !hasRole(session, 'manager')) return null;
  const handover = state === 'handed_over' && turn?.outcome === 'escalated' ? turn : undefined;
  return (
    <section className={styles.bar} data-state={state} aria-label={texts.region}>
      <IconSparkles size={16} stroke={1.75} aria-hidden className={styles.icon} />
      <p className={styles.sentence} role="status">
        <bdi>
          <Sentence chat={chat} ai={ai} state={state} why={handover?.why} />
        </bdi>
      </p>
      {handover && <TurnLine key={handover.id} turn={handover} label={texts.details} />}
      <Change chat={chat} state={state} onSwitch={set} />
    </section>
  );
}

interface SentenceProps {
  chat: Chat;
  ai: ChatAi;
  state: AiState;
  why: string | null | undefined;
}

function Sentence({ chat, ai, state, why }: SentenceProps) {
  const texts = useChatAiTexts();
  const me = useSession().agent.id;
  const nameOf = useAgentName();
  const { agent_id } = chat;
  const { operator_id, paused_by } = ai;
  const whys: Record<string, string> = texts.whys;
  const reason = why == null ? undefined : whys[why];
  if (state === 'next') return texts.next;
  if (state === 'answering' && operator_id !== null) return texts.answering(nameOf(operator_id));
  if (state === 'answering') return texts.next;
  if (state === 'paused' && paused_by !== null)
    return paused_by === me ? texts.pausedByYou : texts.pausedBy(nameOf(paused_by));
  if (state === 'person' && agent_id !== null)
    return agent_id === me ? texts.youHave : texts.personHas(nameOf(agent_id));
  if (state === 'handed_over' && reason !== undefined) return texts.handedOverFor(reason);
  return texts.silences[state];
}

interface ChangeProps {
  chat: Chat;
  state: AiState;
  onSwitch: (isOn: boolean) => void;
}

/** The button that changes who answers, where there is one. */
function Change({ chat, state, onSwitch }: ChangeProps) {
  const texts = useChatAiTexts();
  const { chatActions } = useTexts();
  const me = useSession().agent.id;
  const actions = useChatActions(chat);
  const isMine = chat.agent_id === me;
  const takeOver = isMine
    ? { label: texts.pause, run: () => onSwitch(false) }
    : { label: texts.takeOver, run: () => actions.assign(me) };
  const handBack = { label: texts.handBack, run: () => onSwitch(true) };
  const changes: Partial<Record<AiState, { label: string; run: () => unknown }>> = {
    answering: takeOver,
    next: takeOver,
    paused: handBack,
    person: handBack,
    handed_over: handBack,
    spam: { label: chatActions.notSpam, run: actions.reopen },
    blocked: { label: chatActions.unblock, run: actions.unblock },
  };
  const change = changes[state];
  if (!change) return null;
  return (
    <Button variant="default" size="compact-sm" className={styles.button ?? ''} onClick={() => void change.run()}>
      {change.label}
    </Button>
  );
}
