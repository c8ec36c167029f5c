import type { EventDeclaration } from '@parley/contract';
import { toIsoString } from '../../infra/clock.ts';
import type { RunSql } from '../../infra/postgres/run-sql.ts';
import type { Tenant } from '../auth/principal.ts';
import * as eventStore from './store/events.ts';
import type { Lane } from './tables.ts';

/** An event that a write emitted. */
export interface EmittedEvent {
  tenant: Tenant;
  event: EventDeclaration;
  data: object;
}

/** Inserts all events of one write, in order. Returns the lanes of their deliveries. */
export async function insertEvents(sql: RunSql, emitted: EmittedEvent[], now: Temporal.Instant): Promise<Lane[]> {
  const at = toIsoString(now);
  const events = emitted.map(({ tenant, event, data }) => ({
    accountId: tenant.accountId,
    widgetId: tenant.widgetId,
    type: event.name,
    data: JSON.stringify(withTenantAndTime(event, data, { button_guid: tenant.buttonGuid, at })),
  }));
  const inserted = await eventStore.insert(sql, events, at);
  return inserted.map(({ kind, destination_id: destinationId }) => ({ kind, destinationId }));
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
