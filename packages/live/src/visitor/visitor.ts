import type { VisitorChat, VisitorMessage, visitorLive } from '@parley/contract';
import { type Connection, connect, connecting, type LiveOptions } from '../connection/connection.ts';
import { createOutbox, newId, type Pending } from '../outbox.ts';
import { createStore, type Readable } from '../store.ts';
import { createTypingNotifier, type TypingState } from '../typing.ts';
import { appendInOrder, createConversation } from './conversation.ts';
import { createReceipts } from './receipts.ts';
import type { VisitorContent, VisitorState } from './state.ts';

export type { VisitorContent, VisitorState };

type Calls = typeof visitorLive.calls;
type Events = typeof visitorLive.events;

const VERSION: (typeof visitorLive.versions)[number] = 2;

export interface VisitorOptions {
  /** Origin of the server: https://chat.example.com */
  url: string;
  buttonGuid: string;
  token: string;
  /** Known messages, by `seq` and without gaps. */
  messages?: readonly VisitorMessage[];
  /** The chat of these messages. */
  chat?: VisitorChat | null;
  /** Messages of an earlier page that are not known to be stored. */
  pending?: readonly Pending<VisitorContent>[];
  options?: LiveOptions;
}

export interface VisitorClient extends Readable<VisitorState> {
  /** Sends now or as soon as possible; returns the id. */
  send(message: VisitorContent, clientMessageId?: string): string;
  /** Retries a message that has a problem. */
  retry(id: string): void;
  discard(id: string): void;
  /** For every keystroke: notices are throttled. */
  type(state: TypingState, text?: string): void;
  /** Acknowledges the newest message as received. */
  receive(): void;
  /** Acknowledges the newest message as seen. */
  see(): void;
  /** Checks at once whether the connection is alive. */
  wake(): void;
  close(): void;
}

/** The visitor's chat, kept in sync with the server. */
export function connectVisitor(given: VisitorOptions): VisitorClient {
  const { store, connection, conversation, outbox, receipts, typing } = createParts(given);
  return {
    get state() {
      return store.state;
    },
    subscribe: store.subscribe,
    send(message, id = newId()) {
      typing.reset();
      outbox.add(message, id);
      return id;
    },
    retry: outbox.retry,
    discard: outbox.discard,
    type: typing.update,
    receive: receipts.receive,
    see: receipts.see,
    wake: connection.wake,
    close() {
      connection.close();
      outbox.stop();
      typing.reset();
      conversation.stop();
    },
  };
}

function createParts({ url, buttonGuid, token, options = {}, ...known }: VisitorOptions) {
  const store = createStore(stateOf(known));
  const conversation = createConversation({
    store,
    settle,
    onGap: () => connection.resume(),
    onOtherChat: () => receipts.reset(),
  });
  const connection: Connection<Calls> = connect<Calls, Events>({
    url,
    namespace: '/visitor',
    auth: { button_guid: buttonGuid, token, version: VERSION },
    options,
    events: {
      message: ({ message }) => conversation.apply([message]),
      chat: applyNews,
      online: applyNews,
      typing: ({ state }) => conversation.setTyping(state),
    },
    resume: () => resume(connection, conversation),
    onCurrent() {
      void outbox.run();
      receipts.run();
    },
    onState: store.set,
  });
  const { call, notify, isCurrent } = connection;
  const outbox = createOutbox<VisitorContent, VisitorMessage>({
    pending: store.state.pending,
    pauseMs: options.pauseMs,
    isOpen: isCurrent,
    send: ({ message, client_message_id }) => call('send', { ...message, client_message_id }),
    onStored: (message) => conversation.apply([message]),
    onChange: () => store.set({ pending: outbox.list() }),
  });
  const onUnread = (unread: number) => store.state.chat && applyNews({ chat: { ...store.state.chat, unread } });
  const receipts = createReceipts(connection, { lastSeq: conversation.lastSeq, onUnread });
  const typing = createTypingNotifier((state, text) =>
    notify('typing', text === undefined ? { state } : { state, text }),
  );

  function settle(ids: (string | null)[]) {
    outbox.settle(ids);
    return outbox.list();
  }

  function applyNews(news: { chat: VisitorChat } | { online: boolean }) {
    conversation.apply([], news);
    connection.recheck();
  }

  return { store, connection, conversation, outbox, receipts, typing };
}

function stateOf(known: Pick<VisitorOptions, 'messages' | 'pending' | 'chat'>): VisitorState {
  const { messages: given = [], pending: unsent = [], chat = null } = known;
  // The first may have any number; what does not continue it is fetched again.
  const messages = appendInOrder(given.slice(0, 1), given);
  const pending = unsent.filter((each) => messages.every((one) => one.client_message_id !== each.client_message_id));
  return { ...connecting, messages, pending, chat, online: null, isTyping: false };
}

async function resume({ call }: Connection<Calls>, { lastSeq, apply }: ReturnType<typeof createConversation>) {
  for (;;) {
    const seq = lastSeq();
    const result = await call('resume', { seq });
    if (!result?.data) return result;
    const { messages, more, chat, online } = result.data;
    apply(messages, { chat, online });
    if (!more || lastSeq() === seq) return result;
  }
}
