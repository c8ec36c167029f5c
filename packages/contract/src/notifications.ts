import { type Static, Type } from 'typebox';

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
