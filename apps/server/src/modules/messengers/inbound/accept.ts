import { describeError } from '../../../infra/log.ts';
import type { Tenant } from '../../../kernel/auth/principal.ts';
import { asSystem, type WidgetWork, type Write } from '../../../kernel/data/context.ts';
import type { Services } from '../../../kernel/module.ts';
import { type Connection, metricsOf } from '../connections/index.ts';
import type { VendorEvent } from '../drivers/index.ts';
import { LATER, process } from './process.ts';
import * as store from './store.ts';

interface Accepting {
  services: Pick<Services, 'unitOfWork' | 'metrics' | 'log'>;
  connection: Connection;
  tenant: Tenant;
}

/** Files, greetings and unknown people need calls of the vendor. */
const needsVendor = (event: VendorEvent) =>
  event.kind === 'started' ||
  (event.kind === 'message' && event.isPersonUnknown === true) ||
  ('content' in event && Boolean(event.content.files?.length));

export const toLane = (connectionId: number) => ({ kind: 'update' as const, destinationId: connectionId });

/**
 * Stores an event. A text becomes a message in the same transaction; what needs the vendor, or waits for that, is processed
 * afterwards in the order of its conversation.
 */
export async function accept({ services, connection, tenant }: Accepting, found: VendorEvent) {
  const { unitOfWork, metrics, log } = services;
  const event = storable(found);
  const save = (isForLater: boolean) =>
    unitOfWork.write({ tenant }, (work) => acceptIn(asSystem(work, tenant), connection, { event, isForLater }));
  try {
    const outcome = await save(needsVendor(event));
    metricsOf(metrics).countUpdate(connection.provider, outcome);
    if (event.at !== undefined && outcome === 'stored') {
      metricsOf(metrics).observeLag(connection.provider, 'in', Date.now() - event.at);
    }
  } catch (error) {
    // What can't be processed must not be repeated by the vendor for ever: the queue tries again and gives up.
    log.warn({ reason: describeError(error).message, kind: event.kind }, 'an update is processed later');
    metricsOf(metrics).countUpdate(connection.provider, await save(true));
  }
}

async function acceptIn(
  ctx: WidgetWork,
  connection: Connection,
  { event, isForLater }: { event: VendorEvent; isForLater: boolean },
) {
  const [, inserted] = await Promise.all([
    store.lockQueue(ctx, connection.id, event),
    store.insert(ctx, { connection, event, isForLater }),
  ]);
  if (!inserted) return 'repeated';
  if (!inserted.isNow) {
    ctx.wake(toLane(connection.id));
    return 'queued';
  }
  const processed = await process(ctx, { connection, event });
  if (processed === LATER) {
    await store.defer(ctx.sql, inserted.id, ctx.now.add({ seconds: 1 }));
    return 'queued';
  }
  store.finish(ctx, inserted.id, processed);
  return processed.outcome;
}

/** Stores polled events: they are processed by the queue. */
export async function storePolled(work: Write & { widgetId: number }, connection: Connection, found: VendorEvent[]) {
  for (const event of found.map(storable)) {
    await store.lockQueue(work, connection.id, event);
    await store.insert(work, { connection, event, isForLater: true });
  }
  work.wake(toLane(connection.id));
}

/** PostgreSQL stores neither NUL nor half a character. */
function storable<T>(event: T): T {
  const clean = (_name: string, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value;
  return JSON.parse(JSON.stringify(event, clean));
}
