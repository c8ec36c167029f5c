import type { CallBody, VisitorChat, VisitorMessage, visitorLive } from '@parley/contract';
import type { ConnectionState } from '../connection/connection.ts';
import type { Pending } from '../outbox.ts';

/** What a visitor can say. */
export type VisitorContent = Omit<CallBody<(typeof visitorLive.calls)['send']>, 'client_message_id'>;

export interface VisitorState extends ConnectionState {
  /** By `seq`, without a gap. */
  messages: readonly VisitorMessage[];
  /** What is not among the messages yet, in the order in which it was said. */
  pending: readonly Pending<VisitorContent>[];
  chat: VisitorChat | null;
  /** Whether somebody would answer; null until it is known. */
  online: boolean | null;
  isTyping: boolean;
}
