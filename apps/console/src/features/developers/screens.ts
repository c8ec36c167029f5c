import { lazyScreen } from '../../ui/layout/lazy-screen.ts';

/** The pages under the tabs, each loaded when it is opened. */
export const developerScreens = {
  apiPage: lazyScreen(() => import('./api/api-page.tsx'), 'ApiPage'),
  tokenList: lazyScreen(() => import('./tokens/token-list.tsx'), 'TokenList'),
  newToken: lazyScreen(() => import('./tokens/new-token.tsx'), 'NewToken'),
  tokenPage: lazyScreen(() => import('./tokens/token-page.tsx'), 'TokenPage'),
  webhookList: lazyScreen(() => import('./webhooks/webhook-list.tsx'), 'WebhookList'),
  newWebhook: lazyScreen(() => import('./webhooks/new-webhook.tsx'), 'NewWebhook'),
  webhookPage: lazyScreen(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
  eventFeed: lazyScreen(() => import('./events/event-feed.tsx'), 'EventFeed'),
  channelList: lazyScreen(() => import('./channels/channel-list.tsx'), 'ChannelList'),
  newChannel: lazyScreen(() => import('./channels/new-channel.tsx'), 'NewChannel'),
  channelPage: lazyScreen(() => import('./channels/channel-page.tsx'), 'ChannelPage'),
};
