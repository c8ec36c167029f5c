import type { Chat, LiveData, LogEntry, Message } from '@parley/contract';
import { type Connection, connect, connecting, type LiveOptions } from '../connection/connection.ts';
import { isTransient } from '../connection/problem.ts';
import { newId } from '../outbox.ts';
import { createStore, type Readable, runListener, type Store } from '../store.ts';
import type { TypingState } from '../typing.ts';
import { createAgentChats } from './chats.ts';
import type { Conversation } from './conversation.ts';
import { createSignals } from './signals.ts';
import { createSiteVisitors } from './site-visitors.ts';
import type {
  AgentCalls,
  AgentContent,
  AgentEvents,
  AgentPending,
  AgentState,
  LiveContact,
  NoteContent,
  SiteVisitor,
} from './state.ts';
import { createTypists } from './typists.ts';

export interface AgentOptions {
  /** Origin of the server; empty for that of the page. */
  url: string;
  /** Of an earlier client, to resume from. */
  cursor?: string;
  /** Messages that an earlier client has not sent. */
  pending?: readonly AgentPending[];
  options?: LiveOptions;
  /** Anything may have changed: reload what is on the screen. */
  onReset?(): void;
  onContact?(contact: LiveContact): void;
  /** A message or note as it arrives, with the agents to notify regardless of assignment. Not called for missed messages. */
  onMessage?(message: Message, notifiedAgents: readonly number[]): void;
  /** An entry of a chat's log as it arrives. Not called for missed ones. */
  onLogEntry?(entry: LogEntry): void;
  /** A draft of the AI left its chat: drop it from pages that were read through the API. */
  onRemoved?(chatId: number, messageId: number): void;
  /** The watch is on: load the list of visitors and pass it to `loadVisitors`. */
  onWatch?(): void;
}

export interface AgentClient extends Readable<AgentState> {
  /** For a later `connectAgent`. */
  readonly cursor: string | undefined;
  /** Adds chats that were read through the API. */
  load(chats: readonly Chat[]): void;
  /** Drops chats, except those that are open or have unsent messages, until their next event. */
  forget(ids: readonly number[]): void;
  /**
   * Follows a chat and its log after the given messages and entries, or from its start. `version` is the chat's, or an earlier
   * one, from before the messages were read: what changed them since is fetched.
   */
  open(chatId: number, messages?: readonly Message[], log?: readonly LogEntry[], version?: number): Conversation;
  /** Sends now or as soon as possible; returns the id. */
  send(chatId: number, message: AgentContent, clientMessageId?: string): string;
  /** Leaves a note for colleagues. */
  note(chatId: number, note: string | NoteContent, mentions?: readonly number[], clientMessageId?: string): string;
  /** Drops a draft of the AI that is no longer there. */
  removeDraft(chatId: number, messageId: number): void;
  /** Retries a message that has a problem. */
  retry(id: string): void;
  discard(id: string): void;
  /** For every keystroke: notices are throttled. */
  type(chatId: number, state: TypingState): void;
  /** Marks the visitor's messages as seen, up to this one. */
  see(chatId: number, messageId: number): void;
  watch(isOn: boolean): void;
  /** Sets the visitors on the site, as the API lists them. */
  loadVisitors(visitors: readonly SiteVisitor[]): void;
  /** Checks at once whether the connection is alive. */
  wake(): void;
  /** Connects again if the server refused the connection: the session may have been renewed. */
  reconnect(): void;
  close(): void;
}

/** The chats of a widget, kept in sync with the server. */
export function connectAgent(given: AgentOptions): AgentClient {
  const { store, connection, chats, signals, visitors, resume, remove, stop } = createParts(given);

  function write(chatId: number, message: AgentPending['message'], id: string) {
    signals.resetTyping(chatId);
    chats.outboxes.add(chatId, message, id);
    return id;
  }

  return {
    get state() {
      return store.state;
    },
    get cursor() {
      return resume.cursor();
    },
    subscribe: store.subscribe,
    load: (loaded) => chats.known.update(loaded),
    forget: chats.forget,
    open: (chatId, messages = [], log = [], version = 0) =>
      chats.conversations.open(chatId, { messages, log, version }, store.state),
    send: (chatId, message, id = newId()) => write(chatId, message, id),
    note: (chatId, note, mentions = [], id = newId()) =>
      write(chatId, { type: 'note', ...(typeof note === 'string' ? { body: note } : note), mentions }, id),
    removeDraft: (chat_id, message_id) => remove({ chat_id, message_id }),
    retry: chats.outboxes.retry,
    discard: chats.outboxes.discard,
    type: signals.setTyping,
    see: signals.markSeen,
    watch: visitors.watch,
    loadVisitors: visitors.load,
    wake: connection.wake,
    reconnect() {
      if (store.state.connection === 'refused') connection.reconnect();
    },
    close() {
      connection.close();
      stop();
    },
  };
}

function createParts({ url, options = {}, pending = [], cursor, ...on }: AgentOptions) {
  const store = createStore(stateOf(pending));
  const typists = createTypists((typing) => store.set({ typing }));
  const connection: Connection<AgentCalls> = connect<AgentCalls, AgentEvents>({
    url,
    namespace: '/agent',
    options,
    events: {
      message(event) {
        typists.onMessage(event.message);
        chats.onMessage(event);
        on.onMessage?.(event.message, event.told ?? []);
      },
      message_changed: (event) => chats.onMessageChanged(event),
      chat(event) {
        chats.onChat(event);
        for (const entry of event.log ?? []) on.onLogEntry?.(entry);
      },
      removed: remove,
      heads: ({ heads }) => chats.onHeads(heads),
      gone: ({ ids }) => chats.known.update([], ids),
      typing: typists.onTyping,
      viewers: (event) => chats.conversations.onViewers(event),
      agent({ agent }) {
        store.set({ agents: [...store.state.agents.filter(({ id }) => id !== agent.id), agent] });
        connection.recheck();
      },
      contact({ contact }) {
        chats.known.renameContact(contact);
        on.onContact?.(contact);
      },
      visitors: (event) => visitors.onEvent(event),
    },
    resume: () => resume.run(),
    onStale: () => visitors.rewatch(),
    onCurrent(isFirst) {
      chats.run(isFirst);
      signals.run();
      if (isFirst) visitors.rewatch();
      else void visitors.run();
    },
    onState: store.set,
  });
  const chats = createAgentChats(connection, { store, pending, pauseMs: options.pauseMs });
  const signals = createSignals(connection);
  const visitors = createSiteVisitors(connection, {
    onChange: (visitors) => store.set({ visitors }),
    onWatch: on.onWatch,
  });
  const resume = createResume({ connection, store, chats, cursor, onReset: on.onReset });

  function remove(event: LiveData<AgentEvents['removed']>) {
    chats.onRemoved(event);
    on.onRemoved?.(event.chat_id, event.message_id);
  }

  function stop() {
    chats.outboxes.stop();
    typists.stop();
    signals.stop();
  }

  return { store, connection, chats, signals, visitors, resume, remove, stop };
}

interface ResumePorts {
  connection: Connection<AgentCalls>;
  store: Store<AgentState>;
  chats: ReturnType<typeof createAgentChats>;
  cursor: string | undefined;
  onReset: (() => void) | undefined;
}

/** Fetches what changed since the cursor. */
function createResume({ connection, store, chats, cursor: initialCursor, onReset }: ResumePorts) {
  let cursor = initialCursor;

  return {
    cursor: () => cursor,
    async run() {
      const result = await connection.call('resume', cursor === undefined ? {} : { cursor });
      if (result?.problem && !isTransient(result.problem)) cursor = undefined;
      if (!result?.data) return result;
      ({ cursor } = result.data);
      store.set({ agents: result.data.agents });
      chats.onHeads(result.data.heads);
      chats.conversations.onViewers(result.data.viewers);
      if (result.data.reset) {
        chats.invalidate();
        if (onReset) runListener(onReset);
      }
      return result;
    },
  };
}

function stateOf(pending: readonly AgentPending[]): AgentState {
  return { ...connecting, agents: [], chats: new Map(), pending, typing: new Map(), visitors: new Map() };
}
