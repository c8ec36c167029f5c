import { type Static, Type } from 'typebox';
import { Id, nullable, Timestamp } from '../route/schemas.ts';

/** Maximum messages of a chat. */
export const MAX_MESSAGES = 2 ** 31 - 1;

/** Number of a message; 0 for none. */
export const Seq = Type.Integer({ minimum: 0, maximum: MAX_MESSAGES });

/** A chat as its visitor sees it, without the messages. */
export const VisitorChat = Type.Object({
  id: Id,
  /** Incremented by every change of the chat. */
  version: Type.Integer(),
  status: Type.Enum(['open', 'closed']),
  /** `seq` of the newest message. */
  last_seq: Seq,
  /** Last visitor message seen by an agent; 0 for none. */
  seen_seq: Seq,
  /** Messages that the visitor has not seen. */
  unread: Type.Integer(),
  /** When a rating was requested. */
  rating_requested_at: nullable(Timestamp),
  /** The agent who handles the chat; null until it is accepted. */
  agent: nullable(
    Type.Object({
      id: Id,
      /** First name only. */
      name: nullable(Type.String()),
      /** Whether they are at work; not published on a change, but current with every `resume`. */
      online: Type.Boolean(),
    }),
  ),
});
export type VisitorChat = Static<typeof VisitorChat>;
