import { type Static, Type } from 'typebox';
import { doc, Id, nullable, Timestamp } from '../route/schemas.ts';

type Words = Record<string, string>;

/** One of these words, each with its meaning in the description. */
function words<const W extends Words>(description: string, meanings: W) {
  const names = Object.keys(meanings) as (keyof W & string)[];
  const lines = names.map((name) => `- \`${name}\`: ${meanings[name]}`);
  return doc([description, ...lines].join('\n'), Type.Enum(names));
}

export const routingSteps = {
  decision: 'The result: who owns the chat and why.',
  owner: 'The owner before, if the chat was taken from them.',
  department: 'A department that serves the channel.',
  agent: 'An agent who was passed over.',
} as const;
export type RoutingStep = keyof typeof routingSteps;

export const routingReasons = {
  assigned: 'The agent at work with the fewest open chats got it; of equals, the one assigned a chat longest ago.',
  owner_stays: 'The owner is there, so the chat stays with them.',
  away_owner_stays: 'The owner is away, but nobody else is at work.',
  nobody_there: 'Nobody who may get the chat is at work.',
  departments_closed: 'Every department of the channel is closed.',
  ai_answers: 'The AI answers, so no agent was looked for.',
  answered: 'The agent was the first to answer.',
  taken: 'The agent took the chat in the console.',
  assigned_by_agent: 'A colleague assigned the chat.',
  assigned_by_api: 'An integration assigned the chat, or claimed it for the agent.',
  transferred: 'A colleague or an integration transferred the chat to the department.',
  owner_away: 'The owner before had not been connected for five minutes.',
  owner_suspended: 'The owner before is suspended.',
  open: 'The department was open.',
  closed: 'The department was closed.',
  busier: 'The agent was at work, with more open chats than the chosen one.',
  later_turn: 'The agent was at work with as many open chats, but it was not their turn.',
  on_break: 'The agent was on a break.',
  offline: 'The agent was not connected.',
  suspended: 'The agent was suspended.',
  not_in_department: 'The agent is in no department of the channel.',
  department_closed: 'The departments of the agent that serve the channel were closed.',
} as const;
export type RoutingReason = keyof typeof routingReasons;

export const notificationKinds = {
  push: 'A push notification to the browsers of the agent.',
  email_unanswered: 'An e-mail about a visitor who has waited for ten minutes.',
  email_offline: 'An e-mail about a message sent while no agent was online.',
  email_personal: 'An e-mail about a mention, or about a chat assigned by a colleague.',
} as const;
export type NotificationKind = keyof typeof notificationKinds;

export const notificationReasons = {
  sent: 'The push service or the mail server accepted it.',
  online: 'The agent had the console open.',
  on_break: 'The agent was on a break.',
  suspended: 'The agent was suspended.',
  turned_off: 'The agent has turned this notification off.',
  no_device: 'The agent had no browser that receives push notifications.',
  not_a_member: 'The agent is in no department that is notified of the chat.',
  not_theirs: 'The chat is of another agent, and this one is notified of their own chats only.',
  somebody_online: 'The agent wants this e-mail only if nobody was online, but somebody was.',
  already_sent: 'The agent got an e-mail when the wait began.',
  answered: 'The visitor was answered before it was sent, or the agent had opened the chat.',
  too_late: 'It could not be sent within an hour.',
  refused: 'The push service or the mail server refused it, or did not respond.',
  no_mail_server: 'No mail server is set up. The e-mail was written to a file.',
} as const;
export type NotificationReason = keyof typeof notificationReasons;

/** A line of a decision about the owner of a chat. */
export const RoutingLine = Type.Object({
  at: doc('When it was decided. Lines of one decision have the same time.', Timestamp),
  step: words('What the line is about.', routingSteps),
  agent_id: doc('The agent it is about; null for departments, and if nobody got the chat.', nullable(Id)),
  department_id: doc('The department it is about, or in which the agent may get the chat.', nullable(Id)),
  reason: words('Why.', routingReasons),
});
export type RoutingLine = Static<typeof RoutingLine>;

/** A notification that was sent to an agent about a chat, or was not. */
export const NotificationLine = Type.Object({
  at: doc('When it was decided.', Timestamp),
  kind: words('Which notification, as in the settings of agents.', notificationKinds),
  agent_id: doc('The agent to notify.', Id),
  sent: doc('Whether it was sent.', Type.Boolean()),
  reason: words('Why it was or was not sent.', notificationReasons),
});
export type NotificationLine = Static<typeof NotificationLine>;
