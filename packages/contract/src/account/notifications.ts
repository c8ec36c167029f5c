import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { none, one } from '../route/schemas.ts';

/** What an agent hears of, and how. */
export const Notifications = Type.Object({
  /** A sound while the console is open. */
  sound: Type.Boolean(),
  /** A notification of the browser while the console is open in the background. */
  browser: Type.Boolean(),
  /** A notification while the console is not open, in browsers that allowed it. */
  push: Type.Boolean(),
  /** A mail when somebody has waited long for an answer. */
  email_unanswered: Type.Boolean(),
  /** A mail when somebody wrote while nobody was there. */
  email_offline: Type.Boolean(),
  /** Of all chats, or only of one's own and those that nobody has. */
  about: Type.Enum(['all', 'mine']),
});
export type Notifications = Static<typeof Notifications>;

export const defaultNotifications: Notifications = {
  sound: true,
  browser: true,
  push: true,
  email_unanswered: true,
  email_offline: true,
  about: 'mine',
};

/** As browsers give it; what it may lead to is checked where it is stored. */
const Endpoint = Type.String({ minLength: 1, maxLength: 2_048, pattern: '^https?://' });

const reads = { auth: 'session', rate: 'read', beyond: true } as const;
const writes = { auth: 'session', rate: 'write', beyond: true } as const;

/** Browsers that hear of messages while no console is open in them. */
export const push = {
  readKey: route({
    ...reads,
    method: 'GET',
    path: '/console-api/push-key',
    summary: 'The key that a browser subscribes with',
    replies: { 200: one(Type.Object({ public_key: Type.String() })) },
  }),
  subscribe: route({
    ...writes,
    method: 'POST',
    path: '/console-api/push-subscriptions',
    summary: 'Tell this browser of messages while no console is open',
    body: Type.Object({
      endpoint: Endpoint,
      keys: Type.Object({
        p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$' }),
        auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
      }),
    }),
    replies: { 204: none },
  }),
  unsubscribe: route({
    ...writes,
    method: 'DELETE',
    path: '/console-api/push-subscriptions',
    summary: 'Tell this browser of nothing any more',
    body: Type.Object({ endpoint: Endpoint }),
    replies: { 204: none },
  }),
};
