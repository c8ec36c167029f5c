import type { Outbound } from '../../../infra/outbound/outbound.ts';
import type { Read, UnitOfWork } from '../../../kernel/data/context.ts';
import { memoise } from '../../../kernel/data/memoise.ts';
import { createPublicIds } from '../../../kernel/data/public-ids.ts';
import type { Courier, DeliveryResponse } from '../../../kernel/deliveries/courier.ts';
import { type LeasedDelivery, storeBody } from '../../../kernel/deliveries/queue.ts';
import { headersOf, toEnvelope } from './envelope.ts';
import { heed } from './legacy/legacy-answers.ts';
import { writeBody } from './legacy/legacy-bodies.ts';
import { placeOf } from './store.ts';

const ATTEMPT_MS = 10_000;
/** Of an answer that is only logged. */
const LOGGED_BYTES = 1_024;
/** Of one that has something to say. */
const HEEDED_BYTES = 65_536;

interface Tools {
  outbound: Outbound;
  unitOfWork: UnitOfWork;
}

/** Who gets a delivery. */
interface Recipient {
  id: number;
  address: string;
  openSecret: () => string;
}

/** Who is still subscribed, and at what address: read when the turn comes. */
async function findRecipients({ sql, vault }: Read, deliveries: LeasedDelivery[]): Promise<Map<number, Recipient>> {
  const recipients = new Map(deliveries.map(({ destination_id, widget_id }) => [destination_id, widget_id]));
  const found = await sql<{ id: number; widget_id: number; address: string; secret: string }>({
    name: 'webhooks.recipients',
    text: `SELECT s.id, s.widget_id, s.address, s.secret
           FROM unnest($1::bigint[], $2::bigint[]) AS d (id, widget_id)
           JOIN webhook_subscriptions s ON s.widget_id = d.widget_id AND s.id = d.id AND s.is_active AND s.secret IS NOT NULL`,
    values: [[...recipients.keys()], [...recipients.values()]],
  });
  return new Map(
    found.map(({ id, widget_id, address, secret }) => {
      const openSecret = memoise(() => vault.open(secret, placeOf(widget_id, id)));
      return [id, { id, address, openSecret }];
    }),
  );
}

interface Options extends Tools {
  readBytes: number;
  /** What is sent; undefined when there is nobody any more whom it is about. */
  bodyOf: (work: Read, delivery: LeasedDelivery, eventId: string) => Promise<string | undefined>;
}

/** How a courier gets ready whatever its envelope is. */
function createPrepare({ outbound, readBytes, bodyOf }: Options): Courier['prepare'] {
  return async (work, deliveries) => {
    const eventIds = createPublicIds(work.vault, 'evt');
    const deliveryIds = createPublicIds(work.vault, 'dlv');
    const recipients = await findRecipients(work, deliveries);
    const calls = new Map<number, () => Promise<DeliveryResponse>>();
    for (const delivery of deliveries) {
      const recipient = recipients.get(delivery.destination_id);
      if (!recipient) continue;
      const eventId = eventIds.of({ id: delivery.event_id as number, created_at: delivery.event_at as string });
      const body = await bodyOf(work, delivery, eventId);
      if (body === undefined) continue;
      const about = {
        event: delivery.type,
        idempotencyKey: eventId,
        delivery: `${deliveryIds.of(delivery)}-${delivery.attempts}`,
        at: work.now,
      };
      calls.set(delivery.id, async () => {
        // One that can't be opened is the failure of its own delivery and of no other.
        const headers = headersOf(body, recipient.openSecret(), about);
        return outbound.post(recipient.address, { headers, body, timeoutMs: ATTEMPT_MS, readBytes });
      });
    }
    return calls;
  };
}

/** Ids and enumerations, read from the event each time. */
export function nativeCourier(tools: Tools): Courier {
  return {
    prepare: createPrepare({
      ...tools,
      readBytes: LOGGED_BYTES,
      bodyOf: async (_work, { event_type, data }, eventId) =>
        JSON.stringify(toEnvelope(eventId, event_type ?? '', data ?? {})),
    }),
  };
}

/** In the words of another platform, with what is known of the contact: written once, so that all attempts say the same. */
export function legacyCourier(tools: Tools): Courier {
  return {
    prepare: createPrepare({
      ...tools,
      readBytes: HEEDED_BYTES,
      bodyOf: async (work, delivery) => {
        if (delivery.body !== null) return delivery.body;
        const body = await writeBody(work, delivery);
        if (body !== undefined) await storeBody(tools.unitOfWork.autocommit, delivery, body);
        return body;
      },
    }),
    processResponse: (delivery, answer) => heed(tools.unitOfWork, delivery, answer.text),
  };
}
