import type { Chat, Message } from '@parley/contract';
import { type Connection, connect, connecting, type LiveOptions } from '../connection/connection.ts';
import { isPassing } from '../connection/problem.ts';
import { newId } from '../outbox.ts';
import { attempt, createStore, type Readable } from '../store.ts';
import { createTelling } from '../synced-value.ts';
import type { TypingState } from '../typing.ts';
import { createDesk } from './chats.ts';
import type { Conversation } from './conversation.ts';
import { createManners } from './signals.ts';
import { createSiteVisitors } from './site-visitors.ts';
import type {
  AgentCalls,
  AgentContent,
  AgentEvents,
  AgentPending,
  AgentState,
  LiveContact,
  SiteVisitor,
} from './state.ts';
import { createTypists } from './typists.ts';

export interface AgentOptions {
  /** Origin of the server; that of the page, when it is empty. */
  url: string;
  /** Where a client stood that was closed. */
  cursor?: string;
  /** What that one had not sent. */
  pending?: readonly AgentPending[];
  options?: LiveOptions;
  /** Anything may have changed: the pages that are shown have to be loaded anew. */
  onReset?(): void;
  onContact?(contact: LiveContact): void;
  /** A message or note as it arrives, and who is to hear of it whoever owns the chat; what came while the connection was cut is not told of. */
  onMessage?(message: Message, told: readonly number[]): void;
  /** Visitors are watched from now on: their list has to be loaded, and given to `loadVisitors`. */
  onWatch?(): void;
}

export interface AgentClient extends Readable<AgentState> {
  /** For `connectAgent`, later on. */
  readonly cursor: string | undefined;
  /** Takes in chats that were read through the API. */
  load(chats: readonly Chat[]): void;
  /** Lets go of chats, but not of those that are open or have something unsent. What is heard of again is known again. */
  forget(ids: readonly number[]): void;
  /** Follows what is written in a chat, after the messages that are given; without any, from its beginning. */
  open(chatId: number, messages?: readonly Message[]): Conversation;
  /** Sends now, or as soon as it can be; gives the id. */
  send(chatId: number, message: AgentContent, clientMessageId?: string): string;
  /** Leaves a note for colleagues, and especially for those who are mentioned. */
  note(chatId: number, body: string, mentions?: readonly number[], clientMessageId?: string): string;
  /** Tries again what has a problem. */
  retry(id: string): void;
  discard(id: string): void;
  /** To be called with every key: it is said as often as needed. */
  type(chatId: number, state: TypingState): void;
  /** The visitor's messages were looked at, up to this one. */
  see(chatId: number, messageId: number): void;
  watch(isOn: boolean): void;
  /** All visitors who are on the site, as the API lists them. */
  loadVisitors(visitors: readonly SiteVisitor[]): void;
  /** The connection may be dead: finds out at once. */
  wake(): void;
  close(): void;
}

/** The chats of a widget, kept as the server has them. */
export function connectAgent(given: AgentOptions): AgentClient {
  const { store, connection, desk, manners, visitors, watch, ...rest } = wire(given);

  function write(chatId: number, message: AgentPending['message'], id: string) {
    manners.forget(chatId);
    desk.outboxes.add(chatId, message, id);
    return id;
  }

  return {
    get state() {
      return store.state;
    },
    get cursor() {
      return rest.cursor();
    },
    subscribe: store.subscribe,
    load: (chats) => desk.known.learn(chats),
    forget: desk.forget,
    open: (chatId, messages = []) => desk.conversations.open(chatId, messages, store.state),
    send: (chatId, message, id = newId()) => write(chatId, message, id),
    note: (chatId, body, mentions = [], id = newId()) => write(chatId, { type: 'note', body, mentions }, id),
    retry: desk.outboxes.retry,
    discard: desk.outboxes.discard,
    type: manners.type,
    see: manners.see,
    watch(isOn) {
      if (!isOn) visitors.end();
      watch.want(isOn);
    },
    loadVisitors: visitors.load,
    wake: connection.wake,
    close: rest.close,
  };
}

function wire({ url, options = {}, pending = [], onReset, onContact, onMessage, onWatch, ...given }: AgentOptions) {
  let { cursor } = given;
  const store = createStore(stateOf(pending));
  const typists = createTypists((typing) => store.set({ typing }));
  const visitors = createSiteVisitors((visitors) => store.set({ visitors }));
  const connection: Connection<AgentCalls> = connect<AgentCalls, AgentEvents>({
    url,
    namespace: '/agent',
    options,
    events: {
      message(news) {
        typists.end(news.message);
        desk.hearMessage(news);
        onMessage?.(news.message, news.told ?? []);
      },
      chat: ({ chat }) => desk.hearChat(chat),
      heads: ({ heads }) => desk.hearHeads(heads),
      gone: ({ ids }) => desk.known.learn([], ids),
      typing: typists.hear,
      viewers: (viewers) => desk.conversations.hearViewers(viewers),
      agent({ agent }) {
        store.set({ agents: [...store.state.agents.filter(({ id }) => id !== agent.id), agent] });
        connection.recheck();
      },
      contact({ contact }) {
        desk.known.rename(contact);
        onContact?.(contact);
      },
      visitors: visitors.hear,
    },
    resume,
    onStale: () => watch.renew(),
    onCurrent(isFirst) {
      desk.run(isFirst);
      manners.run();
      if (isFirst) watch.renew();
      else void watch.run();
    },
    onState: store.set,
  });
  const desk = createDesk(connection, { store, pending, pauseMs: options.pauseMs });
  const manners = createManners(connection);
  const watch = createTelling({ initial: false, isOpen: connection.isCurrent, tell });

  async function tell(isOn: boolean) {
    if (isOn) visitors.begin();
    const answer = await connection.call('watch', { visitors: isOn });
    if (answer?.data && isOn && watch.wanted()) onWatch?.();
    return answer;
  }

  async function resume() {
    const answer = await connection.call('resume', cursor === undefined ? {} : { cursor });
    if (answer?.problem && !isPassing(answer.problem)) cursor = undefined;
    if (!answer?.data) return answer;
    ({ cursor } = answer.data);
    store.set({ agents: answer.data.agents });
    desk.hearHeads(answer.data.heads);
    desk.conversations.hearViewers(answer.data.viewers);
    if (answer.data.reset) {
      desk.doubt();
      if (onReset) attempt(onReset);
    }
    return answer;
  }

  return {
    store,
    connection,
    desk,
    manners,
    visitors,
    watch,
    cursor: () => cursor,
    close() {
      connection.close();
      desk.outboxes.stop();
      typists.stop();
      manners.stop();
    },
  };
}

function stateOf(pending: readonly AgentPending[]): AgentState {
  return { ...connecting, agents: [], chats: new Map(), pending, typing: new Map(), visitors: new Map() };
}
