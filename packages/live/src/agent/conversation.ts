import type { CallReply, Chat, Message } from '@parley/contract';
import type { CallResult } from '../connection/problem.ts';
import { createStore, type Readable } from '../store.ts';
import type { AgentCalls, ConversationState } from './state.ts';

interface ConversationPorts {
  /** The newest page of messages, if it is loaded. */
  messages: readonly Message[];
  catchUp(afterId: number): Promise<CallResult<CallReply<AgentCalls['catch_up']>> | undefined>;
  /** A call got no answer. */
  onTimeout(): void;
  onChat(chat: Chat): void;
  /** These are in the conversation now. */
  onMessages(messages: readonly Message[]): void;
  onClose(): void;
}

export interface Conversation extends Readable<ConversationState> {
  /** Adds earlier messages that were read through the API. */
  load(messages: readonly Message[]): void;
  close(): void;
}

/** The messages of one open chat, without gaps from the first one here on. */
export function createConversation(ports: ConversationPorts) {
  const store = createStore<ConversationState>({ chat: null, messages: [], viewers: [], typing: [] });
  /** Everything up to this version of the chat is here. */
  let version = -1;
  let latestVersion = 0;
  /** Everything up to this id is here. A message sent from here may be ahead of others. */
  let lastId = ports.messages.reduce((greatest, { id }) => Math.max(greatest, id), 0);
  let isCatchingUp = false;
  let isClosed = false;
  add(ports.messages);

  function add(arrived: readonly Message[]) {
    const known = new Map(store.state.messages.map((message) => [message.id, message]));
    const fresh = arrived.filter(({ id }) => !known.has(id));
    if (fresh.length) store.set({ messages: [...known.values(), ...fresh].sort((a, b) => a.id - b.id) });
    ports.onMessages(arrived);
  }

  /** An event that raised the chat to this version, with its message if it has one. */
  function onEvent(next: number, message?: Message) {
    if (isCatchingUp || next !== version + 1) return onVersion(next);
    version = next;
    if (!message) return;
    lastId = Math.max(lastId, message.id);
    add([message]);
  }

  function onVersion(newest: number) {
    latestVersion = Math.max(latestVersion, newest);
    void run();
  }

  function invalidate() {
    version = -1;
    void run();
  }

  async function run() {
    if (isCatchingUp) return;
    isCatchingUp = true;
    while (version < latestVersion && !isClosed && (await fetchPage()));
    isCatchingUp = false;
  }

  /** Resolves to whether the page brought anything new. */
  async function fetchPage() {
    const result = await ports.catchUp(lastId);
    if (isClosed) return false;
    if (!result) ports.onTimeout();
    if (!result?.data) return false;
    const { chat, messages, more } = result.data;
    const before = { lastId, version };
    lastId = messages.reduce((greatest, { id }) => Math.max(greatest, id), lastId);
    if (!more) version = Math.max(version, chat.version);
    add(messages);
    ports.onChat(chat);
    return lastId > before.lastId || version > before.version;
  }

  const conversation: Conversation = {
    get state() {
      return store.state;
    },
    subscribe: store.subscribe,
    // Newer ones come by catching up, together with those between.
    load: (messages) => add(messages.filter(({ id }) => id < lastId)),
    close() {
      if (isClosed) return;
      isClosed = true;
      ports.onClose();
    },
  };
  return { conversation, add, onEvent, onVersion, invalidate, run, set: store.set };
}

export type OpenConversation = ReturnType<typeof createConversation>;
