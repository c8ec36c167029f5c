import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { none, one } from '../route/schemas.ts';

/** Notification settings of an agent. */
export const Notifications = Type.Object({
  /** Sound while the console is open. */
  sound: Type.Boolean(),
  /** Desktop notification while the console is in the background. */
  browser: Type.Boolean(),
  /** Push notification while no console is open. */
  push: Type.Boolean(),
  /** E-mail when a visitor has waited for ten minutes. */
  email_unanswered: Type.Boolean(),
  /** E-mail when a visitor wrote while no agent was online. */
  email_offline: Type.Boolean(),
  /** E-mail when a colleague mentions the agent or assigns a chat to them while no console is open. */
  email_personal: Type.Boolean(),
  /** All chats, or only the agent's own and unassigned ones. */
  about: Type.Enum(['all', 'mine']),
});
export type Notifications = Static<typeof Notifications>;

export const defaultNotifications: Notifications = {
  sound: true,
  browser: true,
  push: true,
  email_unanswered: true,
  email_offline: true,
  email_personal: true,
  about: 'mine',
};

/** From the browser; checked against private networks on save. */
const Endpoint = Type.String({ minLength: 1, maxLength: 2_048, pattern: '^https?://' });

const reads = { auth: 'session', rate: 'read', beyond: true } as const;
const writes = { auth: 'session', rate: 'write', beyond: true } as const;

/** Web Push subscriptions of browsers. */
export const push = {
  readKey: route({
    ...reads,
    method: 'GET',
    path: '/console-api/push-key',
    summary: 'Retrieve the Web Push key to subscribe with',
    replies: { 200: one(Type.Object({ public_key: Type.String() })) },
  }),
  subscribe: route({
    ...writes,
    method: 'POST',
    path: '/console-api/push-subscriptions',
    summary: 'Subscribe this browser to push notifications',
    body: Type.Object({
      endpoint: Endpoint,
      keys: Type.Object({
        p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$' }),
        auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
      }),
    }),
    audit: false,
    replies: { 204: none },
  }),
  unsubscribe: route({
    ...writes,
    method: 'DELETE',
    path: '/console-api/push-subscriptions',
    summary: 'Unsubscribe this browser from push notifications',
    body: Type.Object({ endpoint: Endpoint }),
    audit: false,
    replies: { 204: none },
  }),
};
