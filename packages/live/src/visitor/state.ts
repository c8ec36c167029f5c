import type { CallBody, VisitorChat, VisitorMessage, visitorLive } from '@parley/contract';
import type { ConnectionState } from '../connection/connection.ts';
import type { Pending } from '../outbox.ts';

/** What a visitor can send. */
export type VisitorContent = Omit<CallBody<(typeof visitorLive.calls)['send']>, 'client_message_id'>;

export interface VisitorState extends ConnectionState {
  /** By `seq`, without gaps. */
  messages: readonly VisitorMessage[];
  /** Messages that are not stored yet, in the order they were sent. */
  pending: readonly Pending<VisitorContent>[];
  chat: VisitorChat | null;
  /** Whether an agent is available; null until it is known. */
  online: boolean | null;
  isTyping: boolean;
}
