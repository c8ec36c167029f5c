import { readBeginning } from '../../../infra/outbound/beginning.ts';
import type { Outbound } from '../../../infra/outbound/outbound.ts';
import type { Read, UnitOfWork } from '../../../kernel/data/context.ts';
import { scrub } from '../../../kernel/data/scrub.ts';
import type { Courier, DeliveryResponse } from '../../../kernel/deliveries/courier.ts';
import { type LeasedDelivery, storeBody } from '../../../kernel/deliveries/queue.ts';
import { sign } from '../../../kernel/deliveries/signature.ts';
import * as files from '../../account/files/index.ts';
import type { Payload } from '../../conversations/messages/index.ts';
import { placeOf } from './store.ts';

const ATTEMPT_MS = 10_000;
const READ_BYTES = 1_024;

/** A reply with its recipient, as both are now. */
interface PendingReply {
  id: number;
  widget_id: number;
  channel_id: number;
  outbound_url: string;
  secret: string;
  external_channel_id: string;
  external_client_id: string;
  message_id: number;
  body: string | null;
  payload: Payload | null;
  file_id: number | null;
  file_name: string | null;
  created_at: string;
}

/** Skips replies to channels that are inactive or have no URL or secret. */
function listPendingReplies({ sql }: Read, deliveries: LeasedDelivery[]) {
  return sql<PendingReply>({
    name: 'channels.ready',
    text: `SELECT d.id, c.widget_id, c.id AS channel_id, c.outbound_url, c.secret, t.external_channel_id, t.external_client_id,
             m.id AS message_id, m.body, m.payload, m.file_id, f.name AS file_name, m.created_at
           FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
             AS d (id, widget_id, channel_id, chat_id, message_id)
           JOIN channels c ON c.widget_id = d.widget_id AND c.id = d.channel_id AND c.is_active AND c.outbound_url IS NOT NULL AND c.secret IS NOT NULL
           JOIN chats t ON t.widget_id = c.widget_id AND t.id = d.chat_id AND t.external_client_id IS NOT NULL
           JOIN messages m ON m.widget_id = c.widget_id AND m.chat_id = t.id AND m.id = d.message_id
           LEFT JOIN files f ON f.widget_id = m.widget_id AND f.id = m.file_id`,
    values: [
      deliveries.map(({ id }) => id),
      deliveries.map(({ widget_id }) => widget_id),
      deliveries.map(({ destination_id }) => destination_id),
      deliveries.map(({ chat_id }) => chat_id),
      deliveries.map(({ message_id }) => message_id),
    ],
  });
}

interface Tools {
  outbound: Outbound;
  unitOfWork: UnitOfWork;
}

/** Delivers agents' replies to the remote side of a custom channel. */
export function channelCourier({ outbound, unitOfWork }: Tools): Courier {
  async function post(url: string, body: string, secret: string): Promise<DeliveryResponse> {
    const answer = await outbound.fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Parley',
        'x-service-event': 'channel.outbound',
        'x-service-signature': sign(body, secret),
      },
      body,
      httpsOnly: true,
      redirects: 1,
      downgrade: true,
      maxBytes: Number.POSITIVE_INFINITY,
      timeoutMs: ATTEMPT_MS,
    });
    return { status: answer.status, text: await readBeginning(answer.body, READ_BYTES) };
  }

  return {
    async prepare(work, deliveries) {
      const calls = new Map<number, () => Promise<DeliveryResponse>>();
      const kept = new Map(deliveries.map(({ id, body }) => [id, body]));
      for (const ready of await listPendingReplies(work, deliveries)) {
        const body = kept.get(ready.id) ?? JSON.stringify(toBody(work, ready));
        // Stored once so that all attempts are identical: merging chats renumbers messages.
        if (!kept.get(ready.id)) await storeBody(unitOfWork.autocommit, ready, body);
        // Opened per delivery, so that an unreadable secret fails only its own delivery.
        const secret = () => work.vault.open(ready.secret, placeOf(ready.widget_id, ready.channel_id));
        calls.set(ready.id, async () => post(ready.outbound_url, body, secret()));
      }
      return calls;
    },
  };
}

/** The remote side's ids as received; of ours only the message id. */
function toBody(work: Read, ready: PendingReply) {
  const { external_channel_id, external_client_id, message_id: id, body, payload, created_at } = ready;
  const file = fileOf(work, ready);
  const buttons = payload?.keyboard?.buttons.map((button) => ({ ...button, label: scrub(button.label) }));
  const text = scrub(body ?? file?.name ?? describePayload(payload));
  const message = { id, body: text, created_at, ...(buttons && { buttons }), ...file };
  return { external_channel_id, external_client_id, message };
}

function fileOf(work: Read, { widget_id: widgetId, file_id: id, file_name: name }: PendingReply) {
  if (id === null || name === null) return undefined;
  const shown = scrub(name);
  return { name: shown, url: files.createLinks({ ...work, widgetId })({ id, name: shown }) };
}

/** Text for payloads that have none. */
function describePayload(payload: Payload | null) {
  const { coords, sticker } = payload ?? {};
  if (coords) return `${coords.lat}, ${coords.lng}`;
  return sticker?.id ?? '';
}
