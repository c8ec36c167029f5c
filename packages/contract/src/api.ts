import { account } from './account/account.ts';
import { push } from './account/notifications.ts';
import { profile } from './account/profile.ts';
import { session } from './account/session.ts';
import { tokens } from './account/tokens.ts';
import { agents } from './agents/agents.ts';
import { agentInvitations, invitation } from './agents/invitations.ts';
import { channels } from './channels/channels.ts';
import { ownership } from './chats/assignment.ts';
import { chats } from './chats/chats.ts';
import { compat } from './compat/compat.ts';
import { contactMerging, contacts, tags } from './contacts/contacts.ts';
import { departments } from './departments/departments.ts';
import { files } from './files/files.ts';
import { messages } from './messages/messages.ts';
import { quickPhrases } from './quick-phrases/quick-phrases.ts';
import { ratings } from './ratings/ratings.ts';
import { root } from './service/service.ts';
import { agentStats, stats } from './statistics/statistics.ts';
import { visitor } from './visitors/visitor.ts';
import { visitors } from './visitors/visitors.ts';
import { eventFeed, webhookEvents, webhookSubscriptions } from './webhooks/webhooks.ts';
import { widgetAccess } from './widget/access.ts';
import { widget } from './widget/widget.ts';

/** Every route of the API, by group. */
export const api = {
  root,
  account,
  chats,
  ownership,
  messages,
  contacts,
  contactMerging,
  visitors,
  tags,
  files,
  ratings,
  agents,
  agentInvitations,
  agentStats,
  departments,
  stats,
  quickPhrases,
  webhookSubscriptions,
  webhookEvents,
  eventFeed,
  channels,
  compat,
  widget,
};

/** Every route that only the dashboard uses. */
export const dashboard = { session, invitation, profile, tokens, widgetAccess, push };

/** Every route that the widget calls from the pages of a site. */
export const site = { visitor };
