import { type Static, Type } from 'typebox';
import { doc, Id, nullable, Timestamp } from '../route/schemas.ts';

/** Maximum messages of a chat. */
export const MAX_MESSAGES = 2 ** 31 - 1;

/** Number of a message; 0 for none. */
export const Seq = Type.Integer({ minimum: 0, maximum: MAX_MESSAGES });

/** A chat as its visitor sees it, without the messages. */
export const VisitorChat = Type.Object({
  id: doc('Unique id of the chat.', Id),
  version: doc('Rises with every change of the chat: a copy with a lower version is older.', Type.Integer(), {
    example: 12,
  }),
  status: doc('`closed` until the next message. Spam is not shown.', Type.Enum(['open', 'closed'])),
  last_seq: doc('`seq` of the newest message; 0 without messages.', Seq, { example: 5 }),
  seen_seq: doc('`seq` of the last visitor message seen by an agent; 0 for none.', Seq, { example: 4 }),
  unread: doc('Messages that the visitor has not seen.', Type.Integer(), { example: 1 }),
  rating_requested_at: doc('When a rating was requested; null if none is awaited.', nullable(Timestamp), {
    example: null,
  }),
  agent: doc(
    'The agent who handles the chat; null until it is accepted.',
    nullable(
      Type.Object({
        id: doc('Id of the agent, the one that messages name.', Id),
        name: doc('First name only.', nullable(Type.String()), { example: 'Ann' }),
        online: doc(
          'Whether they are at work; not published on a change, but current with every `resume`.',
          Type.Boolean(),
        ),
      }),
    ),
  ),
});
export type VisitorChat = Static<typeof VisitorChat>;
