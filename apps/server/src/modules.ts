import { indexJobs } from './kernel/jobs/jobs.ts';
import { manifest as kernel } from './kernel/manifest.ts';
import { manifest as accounts } from './modules/account/accounts/manifest.ts';
import { manifest as auditLog } from './modules/account/audit-log/manifest.ts';
import { manifest as emailChanges } from './modules/account/email-changes/manifest.ts';
import { manifest as files } from './modules/account/files/manifest.ts';
import { manifest as mail } from './modules/account/mail/manifest.ts';
import { manifest as root } from './modules/account/root/manifest.ts';
import { manifest as security } from './modules/account/security/manifest.ts';
import { manifest as sessions } from './modules/account/sessions/manifest.ts';
import { manifest as signIns } from './modules/account/sign-ins/manifest.ts';
import { manifest as tokens } from './modules/account/tokens/manifest.ts';
import { manifest as widgets } from './modules/account/widgets/manifest.ts';
import { manifest as aiAlerts } from './modules/ai/alerts/manifest.ts';
import { manifest as aiAssistants } from './modules/ai/assistants/manifest.ts';
import { manifest as aiConfiguration } from './modules/ai/configuration/manifest.ts';
import { manifest as aiCredentials } from './modules/ai/credentials/manifest.ts';
import { manifest as externalOperators } from './modules/ai/external-operators/manifest.ts';
import { manifest as aiOperators } from './modules/ai/operators/manifest.ts';
import { manifest as aiPhrases } from './modules/ai/phrases/manifest.ts';
import { manifest as aiUsage } from './modules/ai/usage/manifest.ts';
import { manifest as assistantTests } from './modules/answering/assistant-tests/manifest.ts';
import { manifest as bridge } from './modules/answering/bridge/manifest.ts';
import { manifest as handoff } from './modules/answering/handoff/manifest.ts';
import { manifest as answerKnowledge } from './modules/answering/knowledge/manifest.ts';
import { manifest as turns } from './modules/answering/turns/manifest.ts';
import { manifest as ownership } from './modules/conversations/assignment/manifest.ts';
import { manifest as chats } from './modules/conversations/chats/manifest.ts';
import { manifest as decisions } from './modules/conversations/decisions/manifest.ts';
import { manifest as departments } from './modules/conversations/departments/manifest.ts';
import { manifest as inbox } from './modules/conversations/inbox/manifest.ts';
import { manifest as messages } from './modules/conversations/messages/manifest.ts';
import { manifest as presence } from './modules/conversations/presence/manifest.ts';
import { manifest as quickPhrases } from './modules/conversations/quick-phrases/manifest.ts';
import { manifest as ratings } from './modules/conversations/ratings/manifest.ts';
import { manifest as routing } from './modules/conversations/routing/manifest.ts';
import { manifest as search } from './modules/conversations/search/manifest.ts';
import { manifest as kbCrawler } from './modules/kb/crawler/manifest.ts';
import { manifest as kbRules } from './modules/kb/rules/manifest.ts';
import { manifest as kbSearch } from './modules/kb/search/manifest.ts';
import { manifest as kbStatus } from './modules/kb/status/manifest.ts';
import { manifest as kbUploads } from './modules/kb/uploads/manifest.ts';
import { manifest as messengerConnections } from './modules/messengers/connections/manifest.ts';
import { manifest as messengerUpdates } from './modules/messengers/inbound/manifest.ts';
import { manifest as messengerMessages } from './modules/messengers/outbound/manifest.ts';
import { manifest as broadcasts } from './modules/outreach/broadcasts/manifest.ts';
import { manifest as campaigns } from './modules/outreach/campaigns/manifest.ts';
import { manifest as dispatch } from './modules/outreach/dispatch/manifest.ts';
import { manifest as smartInvitations } from './modules/outreach/smart-invitations/manifest.ts';
import { manifest as channels } from './modules/outside/channels/manifest.ts';
import { manifest as compat } from './modules/outside/compat/manifest.ts';
import { manifest as notifications } from './modules/outside/notifications/manifest.ts';
import { manifest as webhooks } from './modules/outside/webhooks/manifest.ts';
import { manifest as contacts } from './modules/people/contacts/manifest.ts';
import { manifest as mailReturns } from './modules/people/mail-returns/manifest.ts';
import { manifest as subscriptions } from './modules/people/subscriptions/manifest.ts';
import { manifest as suppressions } from './modules/people/suppressions/manifest.ts';
import { manifest as personalData } from './modules/site/personal-data/manifest.ts';
import { manifest as visitors } from './modules/site/visitors/manifest.ts';
import { manifest as widgetSites } from './modules/site/widget-sites/manifest.ts';
import { manifest as invitations } from './modules/team/invitations/manifest.ts';
import { manifest as profiles } from './modules/team/profiles/manifest.ts';
import { manifest as sampleData } from './modules/team/sample-data/manifest.ts';
import { manifest as staff } from './modules/team/staff/manifest.ts';
import { manifest as statistics } from './modules/team/statistics/manifest.ts';

/** Every module of the server. */
export const modules = [
  kernel,
  root,
  accounts,
  mail,
  staff,
  invitations,
  decisions,
  departments,
  routing,
  chats,
  ownership,
  messages,
  search,
  contacts,
  suppressions,
  subscriptions,
  mailReturns,
  files,
  ratings,
  quickPhrases,
  broadcasts,
  campaigns,
  dispatch,
  personalData,
  statistics,
  sampleData,
  webhooks,
  channels,
  messengerConnections,
  messengerUpdates,
  messengerMessages,
  smartInvitations,
  aiCredentials,
  aiOperators,
  externalOperators,
  compat,
  sessions,
  emailChanges,
  signIns,
  security,
  profiles,
  tokens,
  auditLog,
  notifications,
  widgets,
  visitors,
  widgetSites,
  inbox,
  presence,
  handoff,
  answerKnowledge,
  turns,
  bridge,
  assistantTests,
  aiConfiguration,
  aiAssistants,
  aiPhrases,
  aiAlerts,
  aiUsage,
  kbRules,
  kbUploads,
  kbStatus,
  kbSearch,
  kbCrawler,
];

export const routes = modules.flatMap((module) => module.routes ?? []);

export const jobs = indexJobs(modules.flatMap((module) => module.jobs ?? []));
