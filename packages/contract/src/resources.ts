import { Account, OldChats } from './account/account.ts';
import { Agent, AgentEvent, AgentWorkload, Seats } from './agents/agents.ts';
import { AgentInvitation, SentInvitation } from './agents/invitations.ts';
import { AcknowledgedAlerts, AiAlert } from './ai/alerts.ts';
import { AssistantTest } from './ai/assistant-tests.ts';
import { Assistant } from './ai/assistants.ts';
import { BridgeAttachment, BridgeHandoff, BridgePermission, BridgeReply, BridgeReview } from './ai/bridge.ts';
import { AiCredential, ModelList } from './ai/credentials.ts';
import {
  ExternalOperator,
  ExternalOperatorCall,
  ExternalOperatorTest,
  ExternalOperatorWithSecret,
} from './ai/external-operators.ts';
import { AiOperator } from './ai/operators.ts';
import { AiPhrases } from './ai/phrases.ts';
import { AiSettings, PersonaMigration } from './ai/settings.ts';
import { AiUsage } from './ai/usage.ts';
import { AuditEntry } from './audit-log/audit-log.ts';
import { Broadcast, BroadcastTest } from './broadcasts/broadcasts.ts';
import {
  Channel,
  ChannelDelivery,
  ChannelRedelivery,
  ChannelReplay,
  ChannelStatus,
  ChannelWithSecret,
  InboundReceipt,
} from './channels/channels.ts';
import { ChatAi, Explanation, Turn, TurnWithPrompt } from './chats/ai.ts';
import { Chat, ChatCounts } from './chats/chats.ts';
import { LogEntry } from './chats/log.ts';
import { BotReceipt, ChatReceipt } from './compat/compat.ts';
import { Contact, ContactImport, ListedContact } from './contacts/contacts.ts';
import { Department } from './departments/departments.ts';
import { RoutingPreview } from './departments/routing.ts';
import { File } from './files/files.ts';
import { KbCrawlChange, KbCrawler } from './kb/crawler.ts';
import { KbRule, KbSource, RemovedRules } from './kb/rules.ts';
import { KbSearch } from './kb/search.ts';
import { KbStatus } from './kb/status.ts';
import { KbUpload } from './kb/uploads.ts';
import { MailSettings, MailTest, OutboxMail } from './mail/mail.ts';
import { Campaign, CampaignPreview, CampaignTest } from './marketing/campaigns.ts';
import { Suppression } from './marketing/suppressions.ts';
import { Message, SeenMessages, Typing, VisitorMessage } from './messages/messages.ts';
import { AvitoCabinet, Messenger, MessengerHealth, VkCommunity } from './messengers/messengers.ts';
import { QuickPhrase, QuickPhraseImport, QuickPhraseImportPreview } from './quick-phrases/quick-phrases.ts';
import { Rating } from './ratings/ratings.ts';
import type { Reply } from './route/schemas.ts';
import { Recipient, SendPreview } from './sends/sends.ts';
import { WhoAmI } from './service/service.ts';
import { InvitationFunnel } from './smart-invitations/funnel.ts';
import { ActiveInvitations, InvitationRule } from './smart-invitations/rule.ts';
import { InvitationTemplate, SavedInvitationRule, SmartInvitations } from './smart-invitations/smart-invitations.ts';
import { InvitationSimulation } from './smart-invitations/visit.ts';
import {
  AgentStats,
  AgentStatsPage,
  AgentTrend,
  ChannelStats,
  HourStats,
  RatingStats,
  Stats,
  StatsSeries,
  StatsTrend,
} from './statistics/statistics.ts';
import { visitor } from './visitors/visitor.ts';
import { OnlineVisitor } from './visitors/visitors.ts';
import {
  Event,
  Redelivery,
  Replay,
  SubscriptionWithSecret,
  WebhookDelivery,
  WebhookEvent,
  WebhookHour,
  WebhookSubscription,
} from './webhooks/webhooks.ts';
import { WidgetSettings } from './widget/settings.ts';
import {
  WidgetCachePurge,
  WidgetEmbed,
  WidgetLanguage,
  WidgetQuickPhrases,
  WidgetSettingsSchema,
  WidgetSkin,
} from './widget/widget.ts';

/** The object of a reply that is declared within its route. */
function objectOf(reply: Reply) {
  if (!('item' in reply)) throw new Error('The reply has no object');
  return reply.item;
}

/** Resources of the API by their documented name. */
export const resources = {
  WhoAmI,
  Account,
  OldChats,
  Chat,
  ChatAi,
  ChatCounts,
  LogEntry,
  Message,
  SeenMessages,
  Typing,
  Contact,
  ListedContact,
  ContactImport,
  File,
  Rating,
  QuickPhrase,
  QuickPhraseImport,
  QuickPhraseImportPreview,
  Agent,
  AgentEvent,
  AgentInvitation,
  SentInvitation,
  AgentWorkload,
  Seats,
  AgentStats,
  AgentStatsPage,
  Department,
  RoutingPreview,
  Stats,
  ChannelStats,
  StatsSeries,
  StatsTrend,
  HourStats,
  RatingStats,
  AgentTrend,
  OnlineVisitor,
  WebhookSubscription,
  SubscriptionWithSecret,
  WebhookDelivery,
  Redelivery,
  Replay,
  WebhookEvent,
  WebhookHour,
  Event,
  Channel,
  ChannelDelivery,
  ChannelRedelivery,
  ChannelReplay,
  ChannelWithSecret,
  ChannelStatus,
  InboundReceipt,
  Broadcast,
  BroadcastTest,
  Campaign,
  CampaignPreview,
  CampaignTest,
  Recipient,
  SendPreview,
  Messenger,
  MessengerHealth,
  VkCommunity,
  AvitoCabinet,
  AiCredential,
  ModelList,
  AiOperator,
  ExternalOperator,
  ExternalOperatorWithSecret,
  ExternalOperatorCall,
  ExternalOperatorTest,
  BridgeReply,
  BridgePermission,
  BridgeHandoff,
  BridgeAttachment,
  BridgeReview,
  BotReceipt,
  ChatReceipt,
  WidgetSettings,
  WidgetSettingsSchema,
  WidgetLanguage,
  WidgetSkin,
  WidgetEmbed,
  WidgetCachePurge,
  WidgetQuickPhrases,
  AiSettings,
  PersonaMigration,
  Assistant,
  AssistantTest,
  AiPhrases,
  AiAlert,
  AcknowledgedAlerts,
  AiUsage,
  KbRule,
  KbSource,
  RemovedRules,
  KbSearch,
  KbUpload,
  KbCrawler,
  KbCrawlChange,
  KbStatus,
  SmartInvitations,
  InvitationRule,
  SavedInvitationRule,
  InvitationTemplate,
  InvitationFunnel,
  InvitationSimulation,
  AuditEntry,
  MailSettings,
  MailTest,
  OutboxMail,
  Turn,
  TurnWithPrompt,
  Explanation,
  Suppression,
  VisitorConfig: objectOf(visitor.readConfig.replies[200]),
  PageView: objectOf(visitor.visit.replies[200]),
  VisitorSession: objectOf(visitor.open.replies[201]),
  IdentifiedSession: objectOf(visitor.identify.replies[200]),
  VisitorMessage,
  VisitorUnread: objectOf(visitor.markSeen.replies[200]),
  VisitorRating: objectOf(visitor.rate.replies[201]),
  VisitorContact: objectOf(visitor.updateContact.replies[200]),
  MessengerLink: objectOf(visitor.linkMessenger.replies[201]),
  ActiveInvitations,
};

const names = new Map<unknown, string>(Object.entries(resources).map(([name, schema]) => [schema, name]));

/** The name of a resource's schema. A copy of it, or a part, has none. */
export const resourceName = (schema: unknown) => names.get(schema);
