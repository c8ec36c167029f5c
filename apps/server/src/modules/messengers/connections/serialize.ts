import type {
  AvitoCabinet,
  Messenger,
  MessengerProvider,
  MessengerWebhook,
  VkCommunity,
  WebhookReason,
} from '@parley/contract';
import type { Connection } from './store/connections.ts';

const WITH_SID: readonly MessengerProvider[] = ['wa', 'apple'];

/** VK has communities, and custom channels are routes of their own. */
export const isWritable = (provider: MessengerProvider) => provider !== 'vk' && provider !== 'custom';

function toWebhook(connection: Connection): MessengerWebhook {
  const { is_registered: registered, mode, reason, detail, checked_at } = connection;
  return { registered, mode, reason: reason as WebhookReason | null, detail, checked_at };
}

/** Where customers find the account. The address of `apple` is a gateway, which nobody follows. */
export const linkOf = ({ provider, url, link }: Pick<Connection, 'provider' | 'url' | 'link'>) =>
  provider === 'apple' ? link : (url ?? link);

export function toMessenger(provider: MessengerProvider, connection: Connection | undefined): Messenger {
  return {
    provider,
    connected: connection !== undefined,
    writable: isWritable(provider),
    has_token: connection !== undefined,
    ...(WITH_SID.includes(provider) && { has_sid: Boolean(connection?.sid) }),
    link: connection ? linkOf(connection) : null,
    account: connection?.account ?? null,
    webhook: connection ? toWebhook(connection) : null,
    connected_at: connection?.connected_at ?? null,
  };
}

/** All custom channels that take replies, as one. */
export function toCustom(connectedAt: string | undefined): Messenger {
  const webhook: MessengerWebhook = { registered: true, mode: 'none', reason: null, detail: null, checked_at: null };
  return {
    provider: 'custom',
    connected: connectedAt !== undefined,
    writable: false,
    has_token: connectedAt !== undefined,
    link: null,
    account: null,
    webhook: connectedAt === undefined ? null : webhook,
    connected_at: connectedAt ?? null,
  };
}

export function toCommunity(connection: Connection): VkCommunity {
  const { id, account, link, is_primary, connected_at, created_at } = connection;
  return {
    id,
    community_id: Number(account?.id),
    name: account?.name ?? '',
    screen_name: account?.username ?? '',
    link: link ?? '',
    is_primary,
    has_token: true,
    webhook: toWebhook(connection),
    created_at: connected_at ?? created_at,
  };
}

export function toCabinet(connection: Connection): AvitoCabinet {
  const { id, account, status, connected_at, created_at, updated_at } = connection;
  return {
    id,
    name: account?.name ?? '',
    avito_user_id: Number(account?.id),
    status,
    webhook: toWebhook(connection),
    created_at: connected_at ?? created_at,
    updated_at,
  };
}
