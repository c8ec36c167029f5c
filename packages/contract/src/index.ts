export { agentLive } from './agent-live.ts';
export { type Agent, type AgentEventType, agentEventTypes, agentStatuses, agentTypes } from './agents.ts';
export { api, dashboard, site } from './api.ts';
export { type Chat, type ChatAi, type ChatState, type ChatView, chatStates, type LastMessage } from './chats.ts';
export type { BotMessageType } from './compat.ts';
export type { ConsoleLocale } from './console.ts';
export { type Day, type Department, type Schedule, type Weekday, weekdays } from './departments.ts';
export { type GivenProfiles, type Profile, type Profiles, profileAliases } from './device-profiles.ts';
export {
  type EventData,
  type EventDeclaration,
  type EventName,
  eventNames,
  events,
  type LegacyEventName,
  legacyEventNames,
  legacyEvents,
} from './events.ts';
export type { File } from './files.ts';
export { policyNames, translatedTexts } from './language-settings.ts';
export type { CallBody, CallGroup, CallReply, LiveCall, LiveData, LiveEvent } from './live.ts';
export { type Locale, locales } from './locales.ts';
export { type Message, type MessageType, messageTypes, stickers, type VisitorMessage } from './messages.ts';
export { defaultNotifications, type Notifications } from './notifications.ts';
export { type OpenApi, titleOf, toOpenApi } from './openapi.ts';
export type { BulkAction } from './ownership.ts';
export { exampleOf } from './problem-examples.ts';
export { type ProblemBody, type ProblemCode, problemCodes, problems, slugOf } from './problems.ts';
export type { Rating } from './ratings.ts';
export { resourceName, resources } from './resources.ts';
export {
  type Cap,
  type Input,
  type Method,
  type Output,
  problemsOf,
  type Route,
  type RouteGroup,
  route,
  statusOf,
  type Upload,
} from './route.ts';
export type { JsonReply, Page, Reply, TextFile } from './schemas.ts';
export { describeScope, presets, type Role, roleScopes, roles, type Scope, scopeNames, scopes } from './scopes.ts';
export {
  type AgentStats,
  agentMetrics,
  type Interval,
  type Period,
  type Stats,
  seriesMetrics,
  widgetMetrics,
} from './stats.ts';
export { type VisitorChat, visitorLive } from './visitor-live.ts';
export { deliveryStatuses, type WebhookDelivery } from './webhooks.ts';
export { type LoaderConfig, skins, type WidgetConfig } from './widget-config.ts';
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
} from './widget-settings.ts';
export { describeSettings } from './widget-settings-schema.ts';
