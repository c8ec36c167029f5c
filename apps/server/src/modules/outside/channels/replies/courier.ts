import { scrub } from '@parley/content/personal-data';
import { readBeginning } from '../../../../infra/outbound/beginning.ts';
import type { Read } from '../../../../kernel/data/context.ts';
import type { Courier, DeliveryResponse, SendRequest } from '../../../../kernel/deliveries/courier.ts';
import { sign } from '../../../../kernel/deliveries/signature.ts';
import { storeBodies } from '../../../../kernel/deliveries/store.ts';
import type { Services } from '../../../../kernel/module.ts';
import * as files from '../../../account/files/index.ts';
import type { Payload } from '../../../conversations/messages/index.ts';
import { sealContextOf } from '../store.ts';
import { createOutcomeRecorder } from './outcomes.ts';
import { listPendingReplies, type PendingReply } from './store.ts';

const ATTEMPT_MS = 10_000;
const READ_BYTES = 1_024;

/** Delivers agents' replies to the remote side of a custom channel. */
export function channelCourier(services: Services): Courier {
  const { outbound, unitOfWork } = services;

  async function post(url: string, body: string, secret: string): Promise<DeliveryResponse> {
    const response = await outbound.fetch(url, {
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
    return { status: response.status, text: await readBeginning(response.body, READ_BYTES) };
  }

  return {
    async prepare(work, deliveries) {
      const calls = new Map<number, SendRequest>();
      const leased = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
      const made = new Map<number, string>();
      for (const ready of await listPendingReplies(work, deliveries)) {
        const { body: kept, data } = leased.get(ready.id) ?? {};
        const body = kept ?? JSON.stringify(toBody(work, ready, data?.message_id));
        if (!kept) made.set(ready.id, body);
        // Opened per delivery, so that an unreadable secret fails only its own delivery.
        const secret = () => work.vault.open(ready.secret, sealContextOf(ready.widget_id, ready.channel_id));
        calls.set(ready.id, async () => post(ready.outbound_url, body, secret()));
      }
      // Stored once so that all attempts are identical: merging chats renumbers messages.
      await storeBodies(unitOfWork.autocommit, made);
      return calls;
    },

    recordOutcomes: createOutcomeRecorder(services),
  };
}

/** The remote side's ids as received; of ours only the message id, or the one that it was sent under before. */
function toBody(work: Read, ready: PendingReply, idBefore: unknown) {
  const { external_channel_id, external_client_id, message_id, body, payload, created_at } = ready;
  const id = idBefore ?? message_id;
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
