import { type Static, Type } from 'typebox';
import { chatViews } from '../chats/chats.ts';
import { Id } from '../route/schemas.ts';

/** A named combination of filters of the inbox. */
const SavedView = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
    view: Type.Optional(Type.Enum([...chatViews])),
    agent_id: Type.Optional(Id),
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    channel: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
    unread: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** How an agent works in the console. */
export const Preferences = Type.Object({
  /** After closing a chat: stay in it, or open the next one of the list. */
  after_done: Type.Enum(['stay', 'next']),
  /** In the order in which they are listed. */
  saved_views: Type.Array(SavedView, { maxItems: 50 }),
});
export type Preferences = Static<typeof Preferences>;

export const defaultPreferences: Preferences = { after_done: 'stay', saved_views: [] };
