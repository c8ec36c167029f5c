import type { CallReply, Chat, LogEntry, Message } from '@parley/contract';
import type { CallResult } from '../connection/problem.ts';
import { createStore, type Readable } from '../store.ts';
import type { AgentCalls, ConversationState } from './state.ts';

interface ConversationPorts {
  /** The newest page of messages, if it is loaded. */
  messages: readonly Message[];
  /** The newest page of the log, if it is loaded. */
  log: readonly LogEntry[];
  catchUp(after: {
    after_id: number;
    after_log_id: number;
  }): Promise<CallResult<CallReply<AgentCalls['catch_up']>> | undefined>;
  /** A call got no answer. */
  onTimeout(): void;
  onChat(chat: Chat): void;
  /** These are in the conversation now. */
  onMessages(messages: readonly Message[]): void;
  onClose(): void;
}

export interface Conversation extends Readable<ConversationState> {
  /** Adds earlier messages and log entries that were read through the API. */
  load(messages: readonly Message[], log?: readonly LogEntry[]): void;
  close(): void;
}

/** The messages of one open chat, without gaps from the first one here on. */
export function createConversation(ports: ConversationPorts) {
  const store = createStore<ConversationState>({ chat: null, messages: [], log: [], viewers: [], typing: [] });
  /** Everything up to this version of the chat is here. */
  let version = -1;
  let latestVersion = 0;
  /** Everything up to this id is here. A message sent from here may be ahead of others. */
  let lastId = greatestId(ports.messages);
  let lastLogId = greatestId(ports.log);
  let isCatchingUp = false;
  let isClosed = false;
  /** Loaded pages may still have them. */
  const removed = new Set<number>();
  add(ports.messages);
  addLog(ports.log);

  function add(arrived: readonly Message[]) {
    const messages = withNew(
      store.state.messages,
      arrived.filter(({ id }) => !removed.has(id)),
    );
    if (messages) store.set({ messages });
    ports.onMessages(arrived);
  }

  function remove(id: number) {
    removed.add(id);
    store.set({ messages: store.state.messages.filter((message) => message.id !== id) });
  }

  function addLog(arrived: readonly LogEntry[]) {
    const log = withNew(store.state.log, arrived);
    if (log) store.set({ log });
  }

  /** An event that raised the chat to this version, with what it added. */
  function onEvent(next: number, { message, log = [] }: { message?: Message; log?: readonly LogEntry[] } = {}) {
    if (isCatchingUp || next !== version + 1) return onVersion(next);
    version = next;
    lastLogId = greatestId(log, lastLogId);
    addLog(log);
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
    const result = await ports.catchUp({ after_id: lastId, after_log_id: lastLogId });
    if (isClosed) return false;
    if (!result) ports.onTimeout();
    if (!result?.data) return false;
    const { chat, messages, log, more } = result.data;
    const before = { lastId, lastLogId, version };
    lastId = greatestId(messages, lastId);
    lastLogId = greatestId(log, lastLogId);
    if (!more) version = Math.max(version, chat.version);
    add(messages);
    addLog(log);
    ports.onChat(chat);
    return lastId > before.lastId || lastLogId > before.lastLogId || version > before.version;
  }

  const conversation: Conversation = {
    get state() {
      return store.state;
    },
    subscribe: store.subscribe,
    // Newer ones come by catching up, together with those between.
    load(messages, log = []) {
      add(messages.filter(({ id }) => id < lastId));
      addLog(log.filter(({ id }) => id < lastLogId));
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      ports.onClose();
    },
  };
  return { conversation, add, remove, onEvent, onVersion, invalidate, run, set: store.set };
}

type Numbered = { id: number };

const greatestId = (rows: readonly Numbered[], least = 0) =>
  rows.reduce((greatest, { id }) => Math.max(greatest, id), least);

/** All rows in order of their ids; undefined if none is new. */
function withNew<Row extends Numbered>(known: readonly Row[], arrived: readonly Row[]) {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = arrived.filter(({ id }) => !ids.has(id));
  return fresh.length ? [...known, ...fresh].sort((a, b) => a.id - b.id) : undefined;
}

export type OpenConversation = ReturnType<typeof createConversation>;
