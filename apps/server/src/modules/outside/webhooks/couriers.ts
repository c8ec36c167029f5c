import { TEST_EVENT } from '@parley/contract';
import { LRUCache } from 'lru-cache';
import type { Outbound } from '../../../infra/outbound/outbound.ts';
import type { Vault } from '../../../infra/secrets/vault.ts';
import type { Read, UnitOfWork } from '../../../kernel/data/context.ts';
import type { LeasedDelivery } from '../../../kernel/data/leased-delivery.ts';
import { createPublicIds } from '../../../kernel/data/public-ids.ts';
import type { Courier, SendRequest } from '../../../kernel/deliveries/courier.ts';
import { headersOf } from '../../../kernel/deliveries/headers.ts';
import { sign } from '../../../kernel/deliveries/signature.ts';
import { storeBodies } from '../../../kernel/deliveries/store.ts';
import type { EventNumbers } from '../../../kernel/events/numbering.ts';
import { toEnvelope } from './envelope.ts';
import { writeBody } from './legacy/legacy-bodies.ts';
import { applyResponse } from './legacy/legacy-responses.ts';
import { type SecretColumn, sealContextOf } from './store/subscriptions.ts';

const ATTEMPT_MS = 10_000;
/** Of a response that is only logged. */
const LOGGED_BYTES = 1_024;
/** Of a response that is parsed. */
const PARSED_BYTES = 65_536;

interface Tools {
  outbound: Outbound;
  unitOfWork: UnitOfWork;
}

interface NativeTools extends Tools {
  numbersOf: EventNumbers;
}

const MAX_SECRETS = 1_000;

/** Deriving keys and opening secrets would take longer than the rest of a delivery. */
function createKeys(vault: Vault) {
  /** By what they were sealed as, so a rotated secret is another entry. */
  const secrets = new LRUCache<string, string>({ max: MAX_SECRETS });
  return {
    events: createPublicIds(vault, 'evt'),
    deliveries: createPublicIds(vault, 'dlv'),
    openSecret({ widget_id, destination_id }: LeasedDelivery, column: SecretColumn, sealed: string) {
      const key = `${widget_id} ${destination_id} ${sealed}`;
      const known = secrets.get(key);
      if (known !== undefined) return known;
      const secret = vault.open(sealed, sealContextOf(widget_id, destination_id, column));
      secrets.set(key, secret);
      return secret;
    },
  };
}

const keysByVault = new WeakMap<Vault, ReturnType<typeof createKeys>>();

interface PrepareOptions extends Tools {
  readBytes: number;
  /** Undefined when the subject no longer exists. */
  bodyOf: (work: Read, delivery: LeasedDelivery, eventId: string) => Promise<string | undefined>;
}

/** Shared by both couriers, whatever their envelope. */
function createPrepare({ outbound, readBytes, bodyOf }: PrepareOptions): Courier['prepare'] {
  return async (work, deliveries) => {
    const keys = keysByVault.getOrInsertComputed(work.vault, createKeys);
    const calls = new Map<number, SendRequest>();
    for (const delivery of deliveries) {
      const { address, secret, previous_secret: previous } = delivery;
      if (address === null || secret === null) continue;
      const eventId = keys.events.of({ id: delivery.event_id as number, created_at: delivery.event_at as string });
      const body = await bodyOf(work, delivery, eventId);
      if (body === undefined) continue;
      const metadata = {
        event: delivery.type,
        idempotencyKey: eventId,
        delivery: `${keys.deliveries.of(delivery)}-${delivery.attempts}`,
      };
      calls.set(delivery.id, async (at) => {
        // Opened per delivery, so that an unreadable secret fails only its own delivery.
        const headers = headersOf(body, keys.openSecret(delivery, 'secret', secret), { ...metadata, at });
        const former = previous && {
          'x-service-signature-previous': sign(body, keys.openSecret(delivery, 'previous_secret', previous)),
        };
        return outbound.post(address, { headers: { ...headers, ...former }, body, timeoutMs: ATTEMPT_MS, readBytes });
      });
    }
    return calls;
  };
}

/** Ids and enumerations, read from the event on each attempt. */
export function nativeCourier(tools: NativeTools): Courier {
  const prepare = createPrepare({
    ...tools,
    readBytes: LOGGED_BYTES,
    bodyOf: async (_work, { event_type, data, event_number }, eventId) =>
      JSON.stringify(toEnvelope(eventId, event_type ?? '', data ?? {}, event_number)),
  });
  return {
    async prepare(work, deliveries) {
      await addNumbers(deliveries, tools);
      return prepare(work, deliveries);
    },
  };
}

/** Waits for the numbers of events that have just happened. Stored with the outcome, so that every attempt sends the same. */
async function addNumbers(deliveries: LeasedDelivery[], { numbersOf }: NativeTools) {
  const isNumbered = ({ event_number, type }: LeasedDelivery) => event_number !== null || type === TEST_EVENT;
  const unnumbered = deliveries.filter((delivery) => !isNumbered(delivery));
  if (!unnumbered.length) return;
  const numbers = await numbersOf(
    unnumbered.map(({ event_id, event_at }) => ({ id: event_id as number, created_at: event_at as string })),
  );
  for (const delivery of unnumbered) delivery.event_number = numbers.get(delivery.event_id as number) ?? null;
}

/** The legacy body with contact data, stored once so that all attempts are identical. */
export function legacyCourier(tools: Tools): Courier {
  return {
    prepare: createPrepare({
      ...tools,
      readBytes: PARSED_BYTES,
      bodyOf: async (work, delivery) => {
        if (delivery.body !== null) return delivery.body;
        const body = await writeBody(work, delivery);
        if (body !== undefined) await storeBodies(tools.unitOfWork.autocommit, new Map([[delivery.id, body]]));
        return body;
      },
    }),
    processResponse: (delivery, response) => applyResponse(tools.unitOfWork, delivery, response.text),
  };
}
