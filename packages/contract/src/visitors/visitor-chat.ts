import { type Static, Type } from 'typebox';
import { Id, nullable, Timestamp } from '../route/schemas.ts';

/** No chat has more. */
export const MOST_MESSAGES = 2 ** 31 - 1;

/** Which of the messages that the visitor sees; 0: none. */
export const Seq = Type.Integer({ minimum: 0, maximum: MOST_MESSAGES });

/** What a visitor knows of their chat, besides what was said in it. */
export const VisitorChat = Type.Object({
  id: Id,
  /** Raised by every change of the chat. */
  version: Type.Integer(),
  status: Type.Enum(['open', 'closed']),
  /** Of the newest message. */
  last_seq: Seq,
  /** Up to which of the visitor's messages somebody has looked; 0: none. */
  seen_seq: Seq,
  /** Messages that the visitor has not seen. */
  unread: Type.Integer(),
  /** Somebody asks for a rating, since then. */
  rating_requested_at: nullable(Timestamp),
  /** Who answers; nobody until somebody has accepted the chat. */
  agent: nullable(Type.Object({ id: Id, name: nullable(Type.String()) })),
});
export type VisitorChat = Static<typeof VisitorChat>;
