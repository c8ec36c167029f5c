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
import { aiAlerts } from './ai/alerts.ts';
import { aiAssistantTests } from './ai/assistant-tests.ts';
import { aiAssistants as aiAssistantRoutes } from './ai/assistants.ts';
import { aiBridge } from './ai/bridge.ts';
import { aiCredentials } from './ai/credentials.ts';
import { externalOperatorCalls, externalOperators as externalOperatorRoutes } from './ai/external-operators.ts';
import { aiOperators } from './ai/operators.ts';
import { aiMessages } from './ai/phrases.ts';
import { aiSettings } from './ai/settings.ts';
import { aiTurns } from './ai/turns.ts';
import { aiUsage } from './ai/usage.ts';
import { auditLog } from './audit-log/audit-log.ts';
import { broadcasts } from './broadcasts/broadcasts.ts';
import { channels } from './channels/channels.ts';
import { chatAiRoutes } from './chats/ai.ts';
import { chatAssignmentRoutes } from './chats/assignment.ts';
import { chatRoutes } from './chats/chats.ts';
import { chatLogRoutes } from './chats/log.ts';
import { compat } from './compat/compat.ts';
import {
  contactBlockRoutes,
  contactExportRoutes,
  contactMergeRoutes,
  contactRoutes,
  tags,
} from './contacts/contacts.ts';
import { departmentRoutes } from './departments/departments.ts';
import { departmentRoutingRoutes } from './departments/routing.ts';
import { files } from './files/files.ts';
import { kbCrawlerRoutes } from './kb/crawler.ts';
import { kbRuleRoutes } from './kb/rules.ts';
import { kbSearchRoutes } from './kb/search.ts';
import { kbStatusRoutes } from './kb/status.ts';
import { kbUploadRoutes } from './kb/uploads.ts';
import { mail } from './mail/mail.ts';
import { campaigns } from './marketing/campaigns.ts';
import { suppressions } from './marketing/suppressions.ts';
import { chatTranscriptRoutes, messageChangeRoutes, messages as messageRoutes } from './messages/messages.ts';
import { avitoConnection, messengers } from './messengers/messengers.ts';
import { quickPhrases } from './quick-phrases/quick-phrases.ts';
import { chatRatingRoutes, ratings } from './ratings/ratings.ts';
import { service } from './service/service.ts';
import { impressions } from './smart-invitations/impressions.ts';
import { smartInvitations } from './smart-invitations/smart-invitations.ts';
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
  ...chatAiRoutes,
  ...chatAssignmentRoutes,
  ...chatTranscriptRoutes,
  ...chatRatingRoutes,
};
const contacts = { ...contactRoutes, ...contactBlockRoutes, ...contactMergeRoutes, ...contactExportRoutes };
const messages = { ...messageRoutes, ...messageChangeRoutes };
const account = { ...accountRoutes, ...accountRetentionRoutes };
const agents = { ...agentRoutes, ...agentInvitationRoutes };
const aiAssistants = { ...aiAssistantRoutes, ...aiAssistantTests };
const externalOperators = { ...externalOperatorRoutes, ...externalOperatorCalls };
const departments = { ...departmentRoutes, ...departmentRoutingRoutes };
const kb = { ...kbRuleRoutes, ...kbSearchRoutes, ...kbUploadRoutes, ...kbCrawlerRoutes, ...kbStatusRoutes };

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
  messengers,
  broadcasts,
  campaigns,
  aiCredentials,
  aiOperators,
  externalOperators,
  aiBridge,
  kb,
  compat,
  widget,
  aiSettings,
  aiAssistants,
  aiMessages,
  aiAlerts,
  aiUsage,
  smartInvitations,
  auditLog,
  aiTurns,
  suppressions,
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
  avitoConnection,
};

/** Every route that the widget calls from the pages of a site. */
export const site = { visitor, impressions, blockedPages };
