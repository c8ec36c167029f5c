import { describeError } from '../../../infra/log.ts';
import type { WidgetWork } from '../../../kernel/data/context.ts';
import { LEASE, startLeasing } from '../../../kernel/leasing/leasing.ts';
import { whileRenewed } from '../../../kernel/leasing/renewal.ts';
import type { BackgroundServices } from '../../../kernel/module.ts';
import * as files from '../../account/files/index.ts';
import { type Connection, findWithTenant, metricsOf } from '../connections/index.ts';
import { type MediaRef, VendorRefusal } from '../drivers/index.ts';
import { toLane } from './accept.ts';
import type { PreparedFile } from './content.ts';
import { greet } from './greeting.ts';
import { download } from './media.ts';
import { process, STARTED } from './process.ts';
import { identify, lookUp } from './profiles.ts';
import { ATTEMPTS, backoffAfter, settle } from './settle.ts';
import * as store from './store.ts';
import type { Task } from './tables.ts';

const LIMITS = { inLane: 16, inFailingLane: 4 };
/** The pause before another attempt grows up to this one. */
const MAX_BACKOFF = 4;

/** Processes updates that could not be processed when they were accepted. */
export function startUpdates(services: BackgroundServices) {
  const { unitOfWork, clock, log, isCrowded, onWake, onClose } = services;
  const { autocommit } = unitOfWork;
  const closing = new AbortController();

  async function run(leased: store.LeasedUpdate): Promise<boolean> {
    const renew = () => store.renew(autocommit, leased.id, clock().add(LEASE));
    try {
      await whileRenewed(renew, closing.signal, (signal) => work(services, leased, signal));
      return false;
    } catch (error) {
      if (closing.signal.aborted) await store.returnLeases(autocommit, [leased.id]).catch(() => undefined);
      else await giveUpOrPostpone(services, leased, error).catch(() => undefined);
      return true;
    }
  }

  const leasing = startLeasing<store.LeasedUpdate>({
    queue: {
      name: 'updates of messengers',
      laneOf: ({ connection_id }) => toLane(connection_id),
      listDueLanes: async () => (await unitOfWork.read((work) => store.listDueConnections(work, clock()))).map(toLane),
      lease(claimed) {
        const now = clock();
        const lanes = claimed.map(({ lane, capacity }) => ({ id: lane.destinationId, capacity }));
        return store.lease(autocommit, lanes, { now, until: now.add(LEASE) });
      },
      returnLeases: (leased) =>
        store.returnLeases(
          autocommit,
          leased.map(({ id }) => id),
        ),
      run: async (leased, release) =>
        void (await Promise.all(leased.map(async (each) => release(each, { isFailed: await run(each) })))),
    },
    limits: LIMITS,
    log,
    isCrowded,
    closing,
  });
  onWake({ woken: (lanes) => leasing.wake(lanes.filter(({ kind }) => kind === 'update')), handed: () => undefined });
  onClose(leasing.close);
}

async function work(services: BackgroundServices, leased: store.LeasedUpdate, signal: AbortSignal) {
  const { unitOfWork, metrics } = services;
  const found = await unitOfWork.read((read) => findWithTenant(read, leased.connection_id));
  if (!found) return settle(services, leased, async () => ({ outcome: 'not_connected' }));
  const { connection, tenant } = found;
  if (leased.event.kind === 'profile') return lookUp(services, { connection, tenant }, leased);
  const event = await identify(services, { connection, tenant, signal }, leased);
  const files = await prepare(services, connection, leased, signal);
  const processing = { event, files, isLast: leased.attempts >= ATTEMPTS };
  const outcome = await settle(services, leased, (ctx) => processIn(ctx, connection, processing), tenant);
  metricsOf(metrics).countUpdate(connection.provider, outcome);
  const at = 'at' in event ? event.at : undefined;
  if (at !== undefined && outcome === 'stored')
    metricsOf(metrics).observeLag(connection.provider, 'in', Date.now() - at);
  if (event.kind === 'started' && outcome === STARTED) await greet(services, { connection, tenant }, event);
}

function prepare(
  services: BackgroundServices,
  connection: Connection,
  { event, attempts }: store.LeasedUpdate,
  signal: AbortSignal,
): Promise<PreparedFile[]> | PreparedFile[] {
  const refs: MediaRef[] = 'content' in event ? (event.content.files ?? []) : [];
  return refs.length ? download({ services, connection, attempts, signal }, refs) : [];
}

/** The files become permanent with the message. */
async function processIn(
  ctx: WidgetWork,
  connection: Connection,
  processing: { event: Task; files: PreparedFile[]; isLast: boolean },
) {
  const processed = await process(ctx, { connection, ...processing });
  if (processed.outcome !== 'stored') return processed;
  for (const each of processing.files) if ('file' in each) await files.attach(ctx, each.file.id, { isImage: false });
  return processed;
}

async function giveUpOrPostpone(services: BackgroundServices, leased: store.LeasedUpdate, error: unknown) {
  const { unitOfWork, clock, log } = services;
  const { id, attempts, event } = leased;
  // Vendors repeat what they were called with, also secrets.
  const reason = error instanceof VendorRefusal ? error.verdict.kind : describeError(error).message;
  log.warn({ reason, kind: event.kind, attempts }, 'an update of a messenger could not be processed');
  if (attempts >= ATTEMPTS) await settle(services, leased, async () => ({ outcome: 'failed' }));
  else await store.postpone(unitOfWork.autocommit, id, clock().add(backoffAfter(Math.min(attempts, MAX_BACKOFF))));
}
