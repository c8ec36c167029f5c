export { account as accountRoutes, accountRetentionRoutes } from './account/account.ts';
export type { ConsoleLocale } from './account/locale.ts';
export { defaultNotifications, type Notifications } from './account/notifications.ts';
export { defaultPreferences, type Preferences } from './account/preferences.ts';
export { signInOutcomes } from './account/security.ts';
export {
  type Agent,
  type AgentEventType,
  type AgentWorkload,
  agentEventTypes,
  agentRoutes,
  agentStatuses,
  agentTypes,
} from './agents/agents.ts';
export { agentInvitationRoutes } from './agents/invitations.ts';
export { aiAssistantTests as aiAssistantTestRoutes } from './ai/assistant-tests.ts';
export { aiAssistants as aiAssistantRoutes } from './ai/assistants.ts';
export {
  type AiCredential,
  type BackupLink,
  type CredentialProvider,
  credentialProviders,
  longestBackupChain,
} from './ai/credentials.ts';
export {
  type ExternalOperatorCall,
  externalOperatorCalls as externalOperatorCallRoutes,
  externalOperatorEvents,
  externalOperatorStates,
  externalOperators as externalOperatorRoutes,
} from './ai/external-operators.ts';
export type { AiOperator } from './ai/operators.ts';
export { type AiPhraseChanges, type AiPhraseKey, aiPhraseKeys } from './ai/phrases.ts';
export type { LearningTarget } from './ai/settings.ts';
export { aiTurns as aiTurnRoutes } from './ai/turns.ts';
export { api, dashboard, site } from './api.ts';
export {
  type AuditAction,
  type AuditSubject,
  auditActions,
  auditSubjects,
  personalSubjects,
  subjectOf,
} from './audit-log/actions.ts';
export { type AuditEntry, auditActorTypes } from './audit-log/audit-log.ts';
export {
  type Broadcast,
  type BroadcastSettings,
  broadcasts as broadcastRoutes,
  type FilledTemplate,
} from './broadcasts/broadcasts.ts';
export type { ChannelDelivery } from './channels/channels.ts';
export {
  type ChatAi,
  chatAiRoutes,
  type Explanation,
  replyOwners,
  type Silence,
  silences,
  type Turn,
  turnOutcomes,
} from './chats/ai.ts';
export { type BulkAction, chatAssignmentRoutes, type UndoableAction } from './chats/assignment.ts';
export {
  type Chat,
  type ChatState,
  type ChatView,
  chatRoutes,
  chatStates,
  type LastMessage,
} from './chats/chats.ts';
export {
  type NotificationKind,
  type NotificationLine,
  type NotificationReason,
  notificationKinds,
  notificationReasons,
  type RoutingLine,
  type RoutingReason,
  type RoutingStep,
  routingReasons,
  routingSteps,
} from './chats/decisions.ts';
export { chatLogRoutes, type LogEntry, type LogEntryType } from './chats/log.ts';
export type { BotMessageType } from './compat/compat.ts';
export {
  type ContactSort,
  contactBlockRoutes,
  contactExportRoutes,
  contactMergeRoutes,
  contactRoutes,
  contactSorts,
} from './contacts/contacts.ts';
export {
  type Day,
  type Department,
  departmentRoutes,
  type Schedule,
  type Weekday,
  weekdays,
} from './departments/departments.ts';
export { departmentRoutingRoutes, type RoutingPreview } from './departments/routing.ts';
export type { File } from './files/files.ts';
export {
  type KbCrawlConfig,
  type KbCrawler,
  type KbCrawlRun,
  kbCrawlerRoutes,
  kbCrawlStatuses,
} from './kb/crawler.ts';
export { type KbRule, kbReadOnlyFields, kbRuleRoutes } from './kb/rules.ts';
export { type KbHit, kbSearchRoutes } from './kb/search.ts';
export { type KbStatus, kbStatusRoutes } from './kb/status.ts';
export { type KbUpload, kbUploadReasons, kbUploadRoutes, kbUploadStatuses } from './kb/uploads.ts';
export { agentLive } from './live/agent-live.ts';
export type { CallBody, CallGroup, CallReply, LiveCall, LiveData, LiveEvent } from './live/live.ts';
export { type VisitorChat, visitorLive } from './live/visitor-live.ts';
export type { MailTest } from './mail/mail.ts';
export {
  type Campaign,
  type CampaignPreview,
  type CampaignSettings,
  type CampaignType,
  campaignSettings,
  campaigns as campaignRoutes,
  campaignTypes,
  consentBases,
  type EmailSettings,
  type OnsiteCounts,
  OnsiteRule,
  type OnsiteSettings,
} from './marketing/campaigns.ts';
export {
  broadcastChannels,
  recipientsReasons,
  type Suppression,
  SuppressionChannel,
  type SuppressionReason,
  suppressionReasons,
} from './marketing/suppressions.ts';
export { type ChatReach, type DeliveryReason, deliveryReasons, type MessageDelivery } from './messages/delivery.ts';
export {
  chatTranscriptRoutes,
  Message,
  type MessageType,
  messageChangeRoutes,
  messages as messageRoutes,
  messageTypes,
  stickers,
  type VisitorMessage,
} from './messages/messages.ts';
export {
  type AvitoCabinet,
  type Messenger,
  type MessengerHealth,
  type MessengerProvider,
  type MessengerWebhook,
  messengerProviders,
  type VkCommunity,
  type WebhookReason,
} from './messengers/messengers.ts';
export { canBeLeftOut, inputSchema, outputSchema } from './openapi/components.ts';
export { type OpenApi, toOpenApi } from './openapi/openapi.ts';
export { exampleOf } from './problems/problem-examples.ts';
export { type ProblemBody, type ProblemCode, problemCodes, problems, slugOf } from './problems/problems.ts';
export {
  isVariableName,
  listVariables,
  replaceVariables,
  VARIABLE,
  type VariableName,
  variableNames,
  variableValues,
} from './quick-phrases/variables.ts';
export { chatRatingRoutes, type Rating } from './ratings/ratings.ts';
export { resourceName, resources } from './resources.ts';
export {
  type Cap,
  type Input,
  isOfSites,
  type Method,
  type Output,
  problemsOf,
  type Route,
  type RouteGroup,
  route,
  type Sent,
  statusOf,
  type Upload,
} from './route/route.ts';
export { originOf, type Page, type Reply, type TextFile } from './route/schemas.ts';
export {
  describeScope,
  presets,
  type Role,
  roleScopes,
  roles,
  type Scope,
  scopeNames,
  scopes,
} from './route/scopes.ts';
export {
  type Audience,
  type PauseReason,
  pauseReasons,
  type Recipient,
  type RecipientState,
  type SendCounts,
  type SendPreview,
  type SendStatus,
  type SkipReason,
  sendStatuses,
} from './sends/sends.ts';
export type { InvitationFunnel } from './smart-invitations/funnel.ts';
export { type ImpressionEvent, impressionEvents } from './smart-invitations/impressions.ts';
export {
  type ActiveInvitation,
  type ActiveInvitations,
  conditionOperators,
  type InvitationRule,
  type InvitationRuleContent,
  type InvitationRuleInput,
  invitationActions,
  invitationOccasions,
  invitationPeriods,
  invitationSenders,
  invitationTriggers,
  paramOperators,
  visitDevices,
} from './smart-invitations/rule.ts';
export {
  type InvitationTemplate,
  type InvitationWarning,
  invitationWarnings,
} from './smart-invitations/smart-invitations.ts';
export {
  type InvitationReason,
  type InvitationSimulation,
  type InvitationVisit,
  invitationReasons,
} from './smart-invitations/visit.ts';
export {
  type AgentStats,
  agentMetrics,
  type Period,
  type Stats,
  seriesMetrics,
  type TrendInterval,
  widgetMetrics,
} from './statistics/statistics.ts';
export {
  type EventData,
  type EventDeclaration,
  type EventName,
  eventNames,
  events,
  type LegacyEventName,
  legacyEventNames,
  legacyEvents,
} from './webhooks/events.ts';
export { deliveryStatuses, TEST_EVENT, type WebhookDelivery } from './webhooks/webhooks.ts';
export { type LoaderConfig, skins, type WidgetConfig } from './widget/config.ts';
export { type GivenProfiles, type Profile, type Profiles, profileAliases } from './widget/device-profiles.ts';
export { policyNames, translatedTexts } from './widget/language-settings.ts';
export { type Locale, localeOf, locales } from './widget/locales.ts';
export {
  backgrounds,
  iconPresets,
  SettingChanges,
  type SettingName,
  type SettingsRendered,
  type SettingsShown,
  type SettingValues,
  settingNames,
  widgetSettings,
} from './widget/settings.ts';
export { describeSettings } from './widget/settings-schema.ts';
