import type { WidgetContext } from '../../../kernel/data/context.ts';

/** Also locks the channel against removal until this write ends. */
export async function lockActive({ sql, widgetId }: WidgetContext, id: number) {
  const found = await sql({
    name: 'channels.hold',
    text: 'SELECT FROM channels WHERE widget_id = $1 AND id = $2 AND is_active FOR KEY SHARE',
    values: [widgetId, id],
  });
  return found.length > 0;
}

export async function lockClient({ sql }: WidgetContext, channelId: number, externalClientId: string) {
  await sql({
    name: 'channels.lock_client',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('channel client ' || $1, $2))`,
    values: [externalClientId, channelId],
  });
}

export async function findContact({ sql, widgetId }: WidgetContext, channelId: number, externalClientId: string) {
  const [found] = await sql<{ number: number; blocked_at: string | null }>({
    name: 'channels.contact',
    text: `SELECT k.id AS number, k.blocked_at FROM channel_clients c
           JOIN contacts k ON k.widget_id = c.widget_id AND k.id = c.contact_id
           WHERE c.widget_id = $1 AND c.channel_id = $2 AND c.external_client_id = $3`,
    values: [widgetId, channelId, externalClientId],
  });
  return found;
}

interface ChannelClient {
  channelId: number;
  external_client_id: string;
  contactNumber: number;
}

export function insertClient({ run, widgetId }: WidgetContext, client: ChannelClient) {
  run({
    text: `INSERT INTO channel_clients (widget_id, channel_id, external_client_id, contact_id) VALUES ($1, $2, $3, $4)`,
    values: [widgetId, client.channelId, client.external_client_id, client.contactNumber],
  });
}

/** Replies go to the client who wrote last. */
export function setClient({ run, widgetId }: WidgetContext, chatId: number, externalClientId: string) {
  run({
    name: 'channels.set_client',
    text: `UPDATE chats SET external_client_id = $3
           WHERE widget_id = $1 AND id = $2 AND external_client_id IS DISTINCT FROM $3`,
    values: [widgetId, chatId, externalClientId],
  });
}

export async function reassignClients({ sql, widgetId }: WidgetContext, from: number, into: number) {
  await sql({
    text: 'UPDATE channel_clients SET contact_id = $3 WHERE widget_id = $1 AND contact_id = $2',
    values: [widgetId, from, into],
  });
}
