import type { CallReply, Chat, Message } from '@parley/contract';
import type { Answer } from '../connection/problem.ts';
import { createStore, type Readable } from '../store.ts';
import type { AgentCalls, ConversationState } from './state.ts';

interface ConversationPlan {
  /** The newest page of its messages, if it was loaded. */
  messages: readonly Message[];
  catchUp(afterId: number): Promise<Answer<CallReply<AgentCalls['catch_up']>> | undefined>;
  /** Nobody answered. */
  onSilence(): void;
  onChat(chat: Chat): void;
  /** These are shown now. */
  onShown(messages: readonly Message[]): void;
  onClose(): void;
}

export interface Conversation extends Readable<ConversationState> {
  /** Takes in what was written before, as it is read through the API. */
  load(messages: readonly Message[]): void;
  close(): void;
}

/** What was written in one chat: everything from its first message here on, or what was loaded before that as well. */
export function createConversation(plan: ConversationPlan) {
  const store = createStore<ConversationState>({ chat: null, messages: [], viewers: [], typing: [] });
  /** The version of the chat up to which everything is here, and the newest that was heard of. */
  let version = -1;
  let heard = 0;
  /** All up to this id is here. A message that was answered to its sender may be ahead of others. */
  let last = plan.messages.reduce((greatest, { id }) => Math.max(greatest, id), 0);
  let isCatchingUp = false;
  let isClosed = false;
  show(plan.messages);

  function show(arrived: readonly Message[]) {
    const known = new Map(store.state.messages.map((message) => [message.id, message]));
    const fresh = arrived.filter(({ id }) => !known.has(id));
    if (fresh.length) store.set({ messages: [...known.values(), ...fresh].sort((a, b) => a.id - b.id) });
    plan.onShown(arrived);
  }

  /** An event of this version, with the message if it has one. */
  function take(next: number, message?: Message) {
    if (isCatchingUp || next !== version + 1) return hear(next);
    version = next;
    if (!message) return;
    last = Math.max(last, message.id);
    show([message]);
  }

  function hear(newest: number) {
    heard = Math.max(heard, newest);
    void run();
  }

  function doubt() {
    version = -1;
    void run();
  }

  async function run() {
    if (isCatchingUp) return;
    isCatchingUp = true;
    while (version < heard && !isClosed && (await step()));
    isCatchingUp = false;
  }

  /** Whether it is worth asking on. */
  async function step() {
    const answer = await plan.catchUp(last);
    if (isClosed) return false;
    if (!answer) plan.onSilence();
    if (!answer?.data) return false;
    const { chat, messages, more } = answer.data;
    const before = { last, version };
    last = messages.reduce((greatest, { id }) => Math.max(greatest, id), last);
    if (!more) version = Math.max(version, chat.version);
    show(messages);
    plan.onChat(chat);
    return last > before.last || version > before.version;
  }

  const conversation: Conversation = {
    get state() {
      return store.state;
    },
    subscribe: store.subscribe,
    // What is newer than `last` comes by catching up, together with what lies between.
    load: (messages) => show(messages.filter(({ id }) => id < last)),
    close() {
      if (isClosed) return;
      isClosed = true;
      plan.onClose();
    },
  };
  return { conversation, show, take, hear, doubt, run, set: store.set };
}

export type OpenConversation = ReturnType<typeof createConversation>;
