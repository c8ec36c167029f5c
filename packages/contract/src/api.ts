import { account } from './account.ts';
import { agentInvitations, invitation } from './agent-invitations.ts';
import { agents } from './agents.ts';
import { channels } from './channels.ts';
import { chats } from './chats.ts';
import { compat } from './compat.ts';
import { session, tokens, widgetAccess } from './console.ts';
import { contactMerging, contacts, tags } from './contacts.ts';
import { departments } from './departments.ts';
import { files } from './files.ts';
import { messages } from './messages.ts';
import { push } from './notifications.ts';
import { ownership } from './ownership.ts';
import { profile } from './profile.ts';
import { quickPhrases } from './quick-phrases.ts';
import { ratings } from './ratings.ts';
import { root } from './root.ts';
import { agentStats, stats } from './stats.ts';
import { visitor } from './visitor.ts';
import { visitors } from './visitors.ts';
import { eventFeed, webhookEvents, webhookSubscriptions } from './webhooks.ts';
import { widget } from './widget.ts';

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
