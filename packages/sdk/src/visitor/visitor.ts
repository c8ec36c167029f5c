import { connectVisitor } from '@parley/live';
import { Fetch, WebSocket as WebSocketTransport } from 'socket.io-client';
import { type ClientOptions, createGroup } from '../client.ts';
import type {
  OpenedSession,
  ProblemBody,
  VisitorApi,
  VisitorChat,
  VisitorContent,
  VisitorMessage,
} from '../contract.ts';
import { visitorRoutes } from './routes.generated.ts';

export interface VisitorOptions extends Omit<ClientOptions, 'token'> {
  /** The widget's public name. */
  buttonGuid: string;
  /** Of an earlier session: the same visitor with the same chat. A new visitor unless told. */
  token?: string;
  /** The page the visitor is on, and where they came from. */
  page?: string;
  referrer?: string;
  /** Language of the visitor, such as `de`. */
  locale?: string;
  /** Messages of an earlier run that are not known to be stored: `state.pending` of then. */
  pending?: readonly PendingMessage[];
}

/** A message that is not known to be stored. */
export interface PendingMessage {
  readonly client_message_id: string;
  readonly message: VisitorContent;
  /** Why it can't be sent as it is; null while it is being sent. */
  readonly problem: (ProblemBody & { retry_after?: number }) | null;
}

export interface VisitorState {
  /** Open: connected, with everything that was missed received. Connecting: for the first time or again. */
  connection: 'connecting' | 'open' | 'closed' | 'refused';
  /** Why the server refuses the visitor for good. */
  refusal: { reason: string; detail: string } | null;
  /** The newest messages, by `seq` and without gaps. `api.listMessages` has the older ones. */
  messages: readonly VisitorMessage[];
  /** Messages that are not stored yet, in the order they were sent. */
  pending: readonly PendingMessage[];
  chat: VisitorChat | null;
  /** Whether an agent is available; null until it is known. */
  online: boolean | null;
  /** Whether an agent is typing. */
  isTyping: boolean;
}

export interface Visitor {
  /** Keep it, and pass it to the next `openVisitor` of the same visitor. */
  readonly token: string;
  /** An immutable snapshot, replaced on every change. */
  readonly state: VisitorState;
  /** Runs the listener after every change; returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void;
  /** Sends now or as soon as possible, once under each id; returns the id. */
  send(message: VisitorContent, clientMessageId?: string): string;
  /** Sends a message again that has a problem. */
  retry(clientMessageId: string): void;
  /** Drops a message that is not stored. */
  discard(clientMessageId: string): void;
  /** For every keystroke: notices are throttled. */
  type(state: 'start' | 'stop', text?: string): void;
  /** Acknowledges the newest message as received. */
  receive(): void;
  /** Acknowledges the newest message as seen. */
  see(): void;
  /** Checks at once whether the connection is alive. */
  wake(): void;
  /** Ends the connection, so that the program can end. */
  close(): void;
  /** The other routes of the widget: files, ratings, contact fields, identity, older messages. */
  readonly api: VisitorApi;
}

/** Opens the chat of a visitor and keeps it in sync with the server until it is closed. */
export async function openVisitor(options: VisitorOptions): Promise<Visitor> {
  const { buttonGuid, page, referrer, locale, pending = [], ...clientOptions } = options;
  const routesOf = (given: ClientOptions) =>
    // The table is made from the routes that the type is derived from.
    createGroup(visitorRoutes, given, { button_guid: buttonGuid }) as unknown as VisitorApi;
  const body = { ...(page && { page }), ...(referrer && { referrer }), ...(locale && { locale }) };
  const { token, chat, history }: OpenedSession = await routesOf(clientOptions).open({ body });
  const live = connectVisitor({
    url: new URL(options.baseUrl).origin,
    buttonGuid,
    token,
    chat,
    messages: history.data.toReversed(),
    pending,
    options: { transports: chooseTransports() },
  });
  // A spread would copy the state of now.
  return Object.defineProperties(
    { token, api: routesOf({ ...clientOptions, token }) },
    Object.getOwnPropertyDescriptors(live),
  ) as Visitor;
}

/** Node 20 has no WebSocket, and only browsers have XMLHttpRequest. */
function chooseTransports() {
  return typeof WebSocket === 'undefined' ? [Fetch] : [WebSocketTransport, Fetch];
}
