import { type api, TEST_EVENT, type WebhookDelivery } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import type { Context, Read } from '../../../kernel/data/context.ts';
import { parseRange } from '../../../kernel/data/moments.ts';
import { paged } from '../../../kernel/data/pages.ts';
import { createPublicIds } from '../../../kernel/data/public-ids.ts';
import { unsignedHeadersOf } from '../../../kernel/deliveries/headers.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import { toEnvelope } from './envelope.ts';
import { get } from './service.ts';
import * as store from './store/deliveries.ts';
import type { Subscription } from './store/subscriptions.ts';

type DeliveryQuery = Query<typeof api.webhooks.listDeliveries, 'status' | 'event_type' | 'cursor' | 'limit'>;

export async function list(ctx: Context<Read>, id: number, { status, event_type: type, ...query }: DeliveryQuery) {
  const subscription = await get(ctx, id);
  return paged(ctx, query, {
    position: (row: store.DeliveryRow) => [row.id],
    read: ([before], limit) => store.list(ctx, id, { status, type, before, limit }),
    item: createReader(ctx, subscription),
  });
}

function createReader({ vault }: Context<Read>, subscription: Subscription) {
  const deliveryIds = createPublicIds(vault, 'dlv');
  const eventIds = createPublicIds(vault, 'evt');
  return (row: store.DeliveryRow): WebhookDelivery => {
    const event_id = eventIds.of({ id: row.event_id, created_at: row.event_at });
    const delivery_id = deliveryIds.of(row);
    return {
      delivery_id,
      status: row.status,
      event_id,
      event_type: row.type,
      envelope: row.kind,
      payload: payloadOf(row, event_id),
      is_redeliverable: nameFor(subscription, row) !== null,
      attempts: row.log.map((attempt, index) => ({
        ...attempt,
        headers: unsignedHeadersOf({
          event: row.type,
          idempotencyKey: event_id,
          delivery: `${delivery_id}-${attempt.number ?? index + 1}`,
          at: Temporal.Instant.from(attempt.at),
        }),
      })),
      redelivery_of: row.repeated && deliveryIds.of(row.repeated),
      redelivered_as: row.repetitions.map(deliveryIds.of),
      next_attempt_at: row.status === 'pending' ? row.due_at : null,
      created_at: row.created_at,
    };
  };
}

/** The signed body; undefined when none could be built. */
function payloadOf({ kind, body, event_type, data, event_number }: store.DeliveryRow, eventId: string) {
  if (kind === 'legacy') return body === null ? {} : JSON.parse(body);
  return toEnvelope(eventId, event_type, data, event_number);
}

/** The event's name in the subscription's current vocabulary; null when it has none. */
function nameFor({ is_legacy_compat }: Subscription, { event_type, legacy_type }: store.DeliveryRow) {
  return is_legacy_compat ? legacy_type : event_type;
}

/** What the header `X-Service-Delivery` adds to the id. */
const ATTEMPT = /-[1-9]\d{0,5}$/;

/** The same event and idempotency key, as a new delivery in the current envelope. */
export async function redeliver(ctx: Context, id: number, deliveryId: string) {
  const subscription = await getActive(ctx, id);
  const ids = createPublicIds(ctx.vault, 'dlv');
  const named = ids.read(deliveryId.replace(ATTEMPT, ''));
  const known = named && (await store.find(ctx, id, named.id));
  if (!known) throw invalid({ delivery_id: 'is not in the delivery log of this subscription' });
  const type = nameFor(subscription, known);
  const kind = envelopeOf(subscription);
  if (type === null) throw invalid({ delivery_id: `is of an event that cannot be sent in the ${kind} envelope` });
  const added = await store.insertRedelivery(ctx, { id: known.id, destination_id: id }, { kind, type });
  ctx.wake({ kind, destinationId: id });
  return { delivery_id: ids.of(added), envelope: kind };
}

/** Has an id of its own, but no row among the events: it is in no feed. */
export async function sendTest(ctx: Context, id: number) {
  const subscription = await getActive(ctx, id);
  const kind = envelopeOf(subscription);
  const { buttonGuid } = ctx.principal.tenant;
  const data = { button_guid: buttonGuid, subscription_id: id, at: toIsoString(ctx.now) };
  // The courier of the migration layer can't build a body without a chat or a contact.
  const body = kind === 'legacy' ? JSON.stringify({ event_name: TEST_EVENT, widget_id: buttonGuid }) : null;
  const added = await store.insertTest(ctx, id, { kind, data, body });
  ctx.wake({ kind, destinationId: id });
  return { delivery_id: createPublicIds(ctx.vault, 'dlv').of(added), envelope: kind };
}

/** Only hours in which something was sent. */
export async function listHealth(ctx: Context<Read>) {
  return { data: await store.listHours(ctx), next_cursor: null };
}

const MAX_REPLAYED = 100_000;

export async function replay(ctx: Context, id: number, period: Body<typeof api.webhooks.replay, 'from' | 'to'>) {
  const subscription = await getActive(ctx, id);
  const { from, to } = parseRange(period);
  if (!from || !to || Temporal.Instant.compare(from, to) >= 0) throw invalid({ to: 'must be after from' });
  const replayed = { subscriptionId: id, from: from.toString(), to: to.toString() };
  const deliveries = await store.countReplayed(ctx, replayed, MAX_REPLAYED + 1);
  if (deliveries > MAX_REPLAYED)
    throw invalid({ to: `gives more than ${MAX_REPLAYED} events. Choose a shorter period` });
  await store.insertReplayed(ctx, replayed);
  const envelope = envelopeOf(subscription);
  ctx.wake({ kind: envelope, destinationId: id });
  return { deliveries, envelope };
}

async function getActive(ctx: Context, id: number) {
  const subscription = await get(ctx, id);
  if (!subscription.is_active) throw problem('subscription_inactive');
  return subscription;
}

function envelopeOf({ is_legacy_compat }: Subscription) {
  return is_legacy_compat ? ('legacy' as const) : ('native' as const);
}
