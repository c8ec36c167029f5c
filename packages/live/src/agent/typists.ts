import type { LiveData, Message } from '@parley/contract';
import { TYPING_EXPIRES_MS } from '../typing.ts';
import type { AgentEvents, Typist } from './state.ts';

type Typists = ReadonlyMap<number, readonly Typist[]>;

/** Who is typing in which chat, until they stop, send a message, or the notice expires. */
export function createTypists(onChange: (typing: Typists) => void) {
  let typing: Typists = new Map();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function replace(chatId: number, { side, agent_id }: Omit<Typist, 'text'>, typist?: Typist) {
    const known = typing.get(chatId) ?? [];
    const others = known.filter((each) => each.side !== side || each.agent_id !== agent_id);
    if (!typist && others.length === known.length) return;
    const next = new Map(typing).set(chatId, typist ? [...others, typist] : others);
    if (!next.get(chatId)?.length) next.delete(chatId);
    typing = next;
    onChange(typing);
  }

  function onTyping({ chat_id, side, agent_id = undefined, state, text }: LiveData<AgentEvents['typing']>) {
    const who = { side, agent_id: agent_id ?? null };
    const key = `${chat_id} ${side} ${who.agent_id}`;
    clearTimeout(timers.get(key));
    timers.delete(key);
    const known = typing.get(chat_id)?.find((each) => each.side === side && each.agent_id === who.agent_id);
    // Without a text the last preview still holds.
    replace(chat_id, who, state === 'start' ? { ...who, text: text ?? known?.text ?? null } : undefined);
    if (state === 'start')
      timers.set(key, setTimeout(onTyping, TYPING_EXPIRES_MS, { chat_id, side, agent_id, state: 'stop' }));
  }

  return {
    onTyping,
    /** A message ends the typing of its sender. */
    onMessage({ chat_id, sender, agent_id }: Message) {
      if (sender === 'client') onTyping({ chat_id, side: 'client', state: 'stop' });
      else if (agent_id !== null) onTyping({ chat_id, side: 'agent', agent_id, state: 'stop' });
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
