import { Account } from './account.ts';
import { AgentInvitation } from './agent-invitations.ts';
import { Agent, AgentEvent } from './agents.ts';
import { Channel, ChannelStatus, ChannelWithSecret, InboundReceipt } from './channels.ts';
import { Chat, ChatAi, ChatCounts } from './chats.ts';
import { BotReceipt, ChatReceipt } from './compat.ts';
import { Contact, ContactImport } from './contacts.ts';
import { Department } from './departments.ts';
import { File } from './files.ts';
import { Message, SeenMessages, Typing } from './messages.ts';
import { QuickPhrase } from './quick-phrases.ts';
import { Rating } from './ratings.ts';
import { WhoAmI } from './root.ts';
import { AgentStats, AgentStatsPage, ChannelStats, Stats, StatsSeries } from './stats.ts';
import { OnlineVisitor } from './visitors.ts';
import {
  Event,
  Redelivery,
  Replay,
  SubscriptionWithSecret,
  WebhookDelivery,
  WebhookEvent,
  WebhookSubscription,
} from './webhooks.ts';
import {
  WidgetCachePurge,
  WidgetEmbed,
  WidgetLanguage,
  WidgetQuickPhrases,
  WidgetSettingsSchema,
  WidgetSkin,
} from './widget.ts';
import { WidgetSettings } from './widget-settings.ts';

/** What the API answers with, by the name that documentation knows it under. */
export const resources = {
  WhoAmI,
  Account,
  Chat,
  ChatAi,
  ChatCounts,
  Message,
  SeenMessages,
  Typing,
  Contact,
  ContactImport,
  File,
  Rating,
  QuickPhrase,
  Agent,
  AgentEvent,
  AgentInvitation,
  AgentStats,
  AgentStatsPage,
  Department,
  Stats,
  ChannelStats,
  StatsSeries,
  OnlineVisitor,
  WebhookSubscription,
  SubscriptionWithSecret,
  WebhookDelivery,
  Redelivery,
  Replay,
  WebhookEvent,
  Event,
  Channel,
  ChannelWithSecret,
  ChannelStatus,
  InboundReceipt,
  BotReceipt,
  ChatReceipt,
  WidgetSettings,
  WidgetSettingsSchema,
  WidgetLanguage,
  WidgetSkin,
  WidgetEmbed,
  WidgetCachePurge,
  WidgetQuickPhrases,
};

const names = new Map<unknown, string>(Object.entries(resources).map(([name, schema]) => [schema, name]));

/** The name of a resource's schema. A copy of it, or a part, has none. */
export const resourceName = (schema: unknown) => names.get(schema);
