import type { CallReply, Chat, LogEntry, Message } from '@parley/contract';
import type { CallResult } from '../connection/problem.ts';
import { createStore, type Readable } from '../store.ts';
import type { AgentCalls, ConversationState } from './state.ts';
import { createTimeline } from './timeline.ts';

interface ConversationPorts {
  /** The newest pages of messages, if they are loaded. */
  messages: readonly Message[];
  /** The chat's version, or an earlier one, when they were read. */
  version: number;
  /** The newest page of the log, if it is loaded. */
  log: readonly LogEntry[];
  catchUp(after: {
    after_id: number;
    after_log_id: number;
    after_version: number;
  }): Promise<CallResult<CallReply<AgentCalls['catch_up']>> | undefined>;
  /** A call got no answer. */
  onTimeout(): void;
  onChat(chat: Chat): void;
  /** These are in the conversation now. */
  onMessages(messages: readonly Message[]): void;
  onClose(): void;
}

interface Arrived {
  message?: Message;
  changed?: Message;
  log?: readonly LogEntry[];
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
  /** Changes of messages are here up to this version. */
  let changedVersion = ports.version;
  /** Everything up to this id is here. A message sent from here may be ahead of others. */
  let lastId = greatestId(ports.messages);
  let lastLogId = greatestId(ports.log);
  let isCatchingUp = false;
  let isClosed = false;
  const { add, addLog, replace, remove } = createTimeline(store, ports.onMessages);
  add(ports.messages);
  addLog(ports.log);

  /** An event that raised the chat to this version, with what it added or changed. */
  function onEvent(next: number, { message, changed, log = [] }: Arrived = {}) {
    if (isCatchingUp || next !== version + 1) return onVersion(next);
    version = next;
    changedVersion = next;
    if (changed) replace([changed]);
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
    const after = { after_id: lastId, after_log_id: lastLogId, after_version: changedVersion };
    const result = await ports.catchUp(after);
    if (isClosed) return false;
    if (!result) ports.onTimeout();
    if (!result?.data) return false;
    const { chat, messages, log, changed, more } = result.data;
    const before = { lastId, lastLogId, version, changedVersion };
    lastId = greatestId(messages, lastId);
    lastLogId = greatestId(log, lastLogId);
    changedVersion = result.data.version;
    if (!more) version = Math.max(version, chat.version);
    // A message sent from here may be known as it was then.
    replace([...messages, ...changed]);
    add(messages);
    addLog(log);
    ports.onChat(chat);
    const isNewer = version > before.version || changedVersion > before.changedVersion;
    return isNewer || lastId > before.lastId || lastLogId > before.lastLogId;
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

const greatestId = (rows: readonly { id: number }[], least = 0) =>
  rows.reduce((greatest, { id }) => Math.max(greatest, id), least);

export type OpenConversation = ReturnType<typeof createConversation>;
