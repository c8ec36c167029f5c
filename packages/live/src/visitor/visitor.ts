import type { VisitorChat, VisitorMessage, visitorLive } from '@parley/contract';
import { type Connection, connect, connecting, type LiveOptions } from '../connection/connection.ts';
import { createOutbox, newId, type Pending } from '../outbox.ts';
import { createStore, type Readable } from '../store.ts';
import { createTyping, type TypingState } from '../typing.ts';
import { createDialog, following } from './conversation.ts';
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
  /** What is known from before, by `seq` and without a gap. */
  messages?: readonly VisitorMessage[];
  /** The chat that they are of. */
  chat?: VisitorChat | null;
  /** What was not known to be stored when the page was left. */
  pending?: readonly Pending<VisitorContent>[];
  options?: LiveOptions;
}

export interface VisitorClient extends Readable<VisitorState> {
  /** Sends now, or as soon as it can be; gives the id. */
  send(message: VisitorContent, clientMessageId?: string): string;
  /** Tries again what has a problem. */
  retry(id: string): void;
  discard(id: string): void;
  /** To be called with every key: it is said as often as needed. */
  type(state: TypingState, text?: string): void;
  /** The newest message is here, seen or not. */
  receive(): void;
  /** The newest message was looked at. */
  see(): void;
  /** The connection may be dead: finds out at once. */
  wake(): void;
  close(): void;
}

/** The chat of a visitor, kept as the server has it. */
export function connectVisitor(given: VisitorOptions): VisitorClient {
  const { store, connection, dialog, outbox, receipts, typing } = wire(given);
  return {
    get state() {
      return store.state;
    },
    subscribe: store.subscribe,
    send(message, id = newId()) {
      typing.forget();
      outbox.add(message, id);
      return id;
    },
    retry: outbox.retry,
    discard: outbox.discard,
    type: typing.type,
    receive: receipts.receive,
    see: receipts.see,
    wake: connection.wake,
    close() {
      connection.close();
      outbox.stop();
      typing.forget();
      dialog.stop();
    },
  };
}

function wire({ url, buttonGuid, token, options = {}, ...known }: VisitorOptions) {
  const store = createStore(stateOf(known));
  const dialog = createDialog({
    store,
    settle,
    onGap: () => connection.resume(),
    onAnother: () => receipts.forget(),
  });
  const connection: Connection<Calls> = connect<Calls, Events>({
    url,
    namespace: '/visitor',
    auth: { button_guid: buttonGuid, token, version: VERSION },
    options,
    events: {
      message: ({ message }) => dialog.take([message]),
      chat: learn,
      online: learn,
      typing: ({ state }) => dialog.showTyping(state),
    },
    resume: () => resume(connection, dialog),
    onCurrent() {
      void outbox.run();
      receipts.run();
    },
    onState: store.set,
  });
  const { call, say, isCurrent } = connection;
  const outbox = createOutbox<VisitorContent, VisitorMessage>({
    pending: store.state.pending,
    pauseMs: options.pauseMs,
    isOpen: isCurrent,
    send: ({ message, client_message_id }) => call('send', { ...message, client_message_id }),
    onStored: (message) => dialog.take([message]),
    onChange: () => store.set({ pending: outbox.list() }),
  });
  const onUnread = (unread: number) => store.state.chat && learn({ chat: { ...store.state.chat, unread } });
  const receipts = createReceipts(connection, { have: dialog.have, onUnread });
  const typing = createTyping((state, text) => say('typing', text === undefined ? { state } : { state, text }));

  function settle(ids: (string | null)[]) {
    outbox.settle(ids);
    return outbox.list();
  }

  function learn(news: { chat: VisitorChat } | { online: boolean }) {
    dialog.take([], news);
    connection.recheck();
  }

  return { store, connection, dialog, outbox, receipts, typing };
}

function stateOf(known: Pick<VisitorOptions, 'messages' | 'pending' | 'chat'>): VisitorState {
  const { messages: given = [], pending: unsent = [], chat = null } = known;
  // The first may have any number; what does not follow it is told anew.
  const messages = following(given.slice(0, 1), given);
  const pending = unsent.filter((each) => messages.every((one) => one.client_message_id !== each.client_message_id));
  return { ...connecting, messages, pending, chat, online: null, isTyping: false };
}

async function resume({ call }: Connection<Calls>, { have, take }: ReturnType<typeof createDialog>) {
  for (;;) {
    const seq = have();
    const answer = await call('resume', { seq });
    if (!answer?.data) return answer;
    const { messages, more, chat, online } = answer.data;
    take(messages, { chat, online });
    if (!more || have() === seq) return answer;
  }
}
