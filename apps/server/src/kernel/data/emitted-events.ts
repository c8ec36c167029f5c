import type { EventDeclaration } from '@parley/contract';
import { toIsoString } from '../../infra/clock.ts';
import type { RunSql } from '../../infra/postgres/run-sql.ts';
import type { Tenant } from '../auth/principal.ts';
import type { Commits } from './commits.ts';
import type { LeasedDelivery } from './leased-delivery.ts';
import * as eventStore from './store/events.ts';
import type { Lane } from './tables.ts';

/** An event that a write emitted. */
export interface EmittedEvent {
  tenant: Tenant;
  event: EventDeclaration;
  data: object;
}

interface InsertOptions extends Pick<Commits, 'leaseUntil'> {
  now: Temporal.Instant;
  /** Whether to assume that the widget has no subscriptions. */
  isUnsubscribed: boolean;
}

interface AddedDeliveries {
  leased: LeasedDelivery[];
  /** Lanes of the others. */
  lanes: Lane[];
}

/** Inserts all events of one write, in order, with their deliveries. */
export async function insertEvents(
  sql: RunSql,
  emitted: EmittedEvent[],
  { now, leaseUntil, isUnsubscribed }: InsertOptions,
): Promise<AddedDeliveries> {
  const at = toIsoString(now);
  const events = emitted.map(({ tenant, event, data }) => ({
    accountId: tenant.accountId,
    widgetId: tenant.widgetId,
    type: event.name,
    data: JSON.stringify(withTenantAndTime(event, data, { button_guid: tenant.buttonGuid, at })),
  }));
  const [first] = events;
  if (isUnsubscribed && first && events.length === 1) {
    await eventStore.insertUnsubscribed(sql, first, at);
    return queued([]);
  }
  // Many would fill the memory of this node, so they are always left to the queue.
  if (events.length > eventStore.MAX_FEW) return queued(await eventStore.insertMany(sql, events, at));
  const lease = leaseUntil();
  const until = lease ? toIsoString(lease) : null;
  const added = await eventStore.insertFew(sql, events, { now: at, until });
  return until === null ? queued(added) : { leased: added, lanes: [] };
}

function queued(added: Pick<LeasedDelivery, 'kind' | 'destination_id'>[]): AddedDeliveries {
  return { leased: [], lanes: added.map(({ kind, destination_id: destinationId }) => ({ kind, destinationId })) };
}

/** Adds `button_guid` and `at` to events that declare them. */
function withTenantAndTime(
  { data: declared }: EventDeclaration,
  data: object,
  { button_guid, at }: Record<string, string>,
) {
  const complete: Record<string, unknown> = { ...data };
  if ('button_guid' in declared.properties) complete.button_guid = button_guid;
  if ('at' in declared.properties) complete.at = at;
  return complete;
}
