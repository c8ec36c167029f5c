import { accountRetentionRoutes, account as accountRoutes } from './account/account.ts';
import { emailChange } from './account/email-change.ts';
import { push } from './account/notifications.ts';
import { profile } from './account/profile.ts';
import { sampleData } from './account/sample-data.ts';
import { security, signIns } from './account/security.ts';
import { session } from './account/session.ts';
import { tokens } from './account/tokens.ts';
import { agentRoutes } from './agents/agents.ts';
import { agentInvitationRoutes, agentInvitations } from './agents/invitations.ts';
import { auditLog } from './audit-log/audit-log.ts';
import { channels } from './channels/channels.ts';
import { chatAssignmentRoutes } from './chats/assignment.ts';
import { chatRoutes } from './chats/chats.ts';
import { chatLogRoutes } from './chats/log.ts';
import { compat } from './compat/compat.ts';
import { contactExportRoutes, contactMergeRoutes, contactRoutes, tags } from './contacts/contacts.ts';
import { departmentRoutes } from './departments/departments.ts';
import { departmentRoutingRoutes } from './departments/routing.ts';
import { files } from './files/files.ts';
import { mail } from './mail/mail.ts';
import { chatTranscriptRoutes, messages } from './messages/messages.ts';
import { quickPhrases } from './quick-phrases/quick-phrases.ts';
import { chatRatingRoutes, ratings } from './ratings/ratings.ts';
import { service } from './service/service.ts';
import { stats } from './statistics/statistics.ts';
import { visitor } from './visitors/visitor.ts';
import { visitors } from './visitors/visitors.ts';
import { eventRoutes, webhooks } from './webhooks/webhooks.ts';
import { identityKey, widgetAccess } from './widget/access.ts';
import { blockedPages, widgetSites } from './widget/sites.ts';
import { widget } from './widget/widget.ts';
import { widgets } from './widget/widgets.ts';

/** Nouns of the API that several modules of the server serve: each of them binds its own part. */
const chats = {
  ...chatRoutes,
  ...chatLogRoutes,
  ...chatAssignmentRoutes,
  ...chatTranscriptRoutes,
  ...chatRatingRoutes,
};
const contacts = { ...contactRoutes, ...contactMergeRoutes, ...contactExportRoutes };
const account = { ...accountRoutes, ...accountRetentionRoutes };
const agents = { ...agentRoutes, ...agentInvitationRoutes };
const departments = { ...departmentRoutes, ...departmentRoutingRoutes };

/** Every route of the API, by the noun that a customer looks for. */
export const api = {
  service,
  account,
  mail,
  chats,
  messages,
  contacts,
  visitors,
  tags,
  files,
  ratings,
  agents,
  departments,
  stats,
  quickPhrases,
  webhooks,
  events: eventRoutes,
  channels,
  compat,
  widget,
  auditLog,
};

/** Every route that only the console uses. */
export const dashboard = {
  session,
  security,
  signIns,
  agentInvitations,
  profile,
  emailChange,
  tokens,
  widgetAccess,
  sampleData,
  widgets,
  identityKey,
  widgetSites,
  push,
};

/** Every route that the widget calls from the pages of a site. */
export const site = { visitor, blockedPages };
