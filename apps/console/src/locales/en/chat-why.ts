import type { NotificationKind, NotificationReason, RoutingReason } from '@parley/contract';

interface Decision {
  who: string;
  department: string | undefined;
  /** Agents at work who may have got the chat. */
  count: number;
}

const within = (department: string | undefined) => (department === undefined ? '' : ` in ${department}`);

/** Why a chat got its owner, and why its agents were or were not notified. */
export const chatWhy = {
  routing: 'Who got the chat',
  notifications: 'Who was notified',
  empty: 'Nothing was decided in the last 30 days.',
  failed: 'Couldn’t load the reasons',
  gone: 'a deleted department',
  /** Results. */
  decisions: {
    assigned: ({ who, department, count }) =>
      count > 1
        ? `${who} was chosen: least busy of ${count} online${within(department)}`
        : `${who} was chosen: the only one online${within(department)}`,
    owner_stays: ({ who }) => `${who} keeps the chat: it was already theirs`,
    away_owner_stays: ({ who }) => `${who} keeps the chat: away, but nobody else was online`,
    nobody_there: ({ department }) => `Nobody got the chat: no one was online${within(department)}`,
    departments_closed: () => 'Nobody got the chat: all departments were closed',
    ai_answers: () => 'The AI answered, so no agent was needed',
    answered: ({ who }) => `${who} was the first to answer`,
    taken: ({ who }) => `${who} took the chat`,
    assigned_by_agent: ({ who }) => `A teammate assigned the chat to ${who}`,
    assigned_by_api: ({ who }) => `An integration assigned the chat to ${who}`,
    transferred: ({ department }) => `The chat was transferred to ${department}`,
  } as Partial<Record<RoutingReason, (decision: Decision) => string>>,
  /** After a name and a colon. */
  passedOver: (who: string, why: string) => `${who} was passed over: ${why}`,
  lost: (who: string, why: string) => `${who} lost the chat: ${why}`,
  whys: {
    owner_away: 'offline for over five minutes',
    owner_suspended: 'suspended',
    busier: 'had more open chats',
    later_turn: 'as many open chats, but not their turn',
    on_break: 'on a break',
    offline: 'offline',
    suspended: 'suspended',
    not_in_department: 'not in a department of this channel',
    department_closed: 'their department was closed',
  } as Partial<Record<RoutingReason, string>>,
  open: (name: string) => `${name} was open`,
  closed: (name: string) => `${name} was closed`,
  sent: {
    push: (who: string) => `Push notification to ${who}`,
    email_unanswered: (who: string) => `E-mail to ${who} about the long wait`,
    email_offline: (who: string) => `E-mail to ${who} about the offline message`,
    email_personal: (who: string) => `E-mail to ${who}, who was mentioned or assigned`,
  } satisfies Record<NotificationKind, (who: string) => string>,
  unsent: {
    push: (who: string, why: string) => `No push notification to ${who}: ${why}`,
    email_unanswered: (who: string, why: string) => `No e-mail to ${who} about the long wait: ${why}`,
    email_offline: (who: string, why: string) => `No e-mail to ${who}: ${why}`,
    email_personal: (who: string, why: string) => `No e-mail to ${who} about the mention or assignment: ${why}`,
  } satisfies Record<NotificationKind, (who: string, why: string) => string>,
  reasons: {
    sent: '',
    online: 'was online',
    on_break: 'on a break',
    suspended: 'suspended',
    turned_off: 'turned off in their settings',
    no_device: 'no browser set up for it',
    not_a_member: 'not in the department',
    not_theirs: 'not their chat',
    somebody_online: 'someone was online',
    already_sent: 'already had an e-mail',
    answered: 'already answered or opened',
    too_late: 'over an hour late',
    refused: 'the server didn’t accept it',
    no_mail_server: 'no mail server is set up',
  } satisfies Record<NotificationReason, string>,
};
