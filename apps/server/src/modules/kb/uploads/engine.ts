import { describeError } from '../../../infra/log.ts';
import type { Lane } from '../../../kernel/data/tables.ts';
import { LEASE, startLeasing } from '../../../kernel/leasing/leasing.ts';
import { createPace } from '../../../kernel/leasing/pace.ts';
import { whileRenewed } from '../../../kernel/leasing/renewal.ts';
import type { BackgroundServices } from '../../../kernel/module.ts';
import { ingest } from './ingestion.ts';
import * as store from './store.ts';

/** Documents are read one at a time on a node; a second one is embedded meanwhile. */
const LIMITS = { inLane: 2, inFailingLane: 2 };

const laneOf = (widgetId: number): Lane => ({ kind: 'upload', destinationId: widgetId });

/** Reads uploaded documents: a lane a widget, so that many of one hold up no other. */
export function startUploads(services: BackgroundServices) {
  const { unitOfWork, clock, log, isCrowded, onWake, onClose } = services;
  const { autocommit } = unitOfWork;
  const closing = new AbortController();
  const tools = { ...services, pace: createPace(isCrowded) };

  async function run(upload: store.LeasedUpload) {
    const renew = () => store.setDue(autocommit, upload, clock().add(LEASE));
    try {
      await whileRenewed(renew, closing.signal, (signal) => ingest(tools, upload, signal));
    } catch (error) {
      // Another node takes it at once when this one stops, and when its lease has expired after a failure.
      if (closing.signal.aborted) await store.setDue(autocommit, upload, clock()).catch(() => undefined);
      else log.warn({ reason: describeError(error).message }, 'an uploaded document could not be read');
    }
  }

  const leasing = startLeasing<store.LeasedUpload>({
    queue: {
      name: 'uploaded documents',
      laneOf: ({ widget_id }) => laneOf(widget_id),
      listDueLanes: async () =>
        (await unitOfWork.read(({ sql }) => store.listDueWidgets(sql, clock()))).map((widgetId) => laneOf(widgetId)),
      lease(claimed) {
        const now = clock();
        const lanes = claimed.map(({ lane, capacity }) => ({ widgetId: lane.destinationId, capacity }));
        return store.lease(autocommit, lanes, { now, until: now.add(LEASE) });
      },
      returnLeases: async (uploads) =>
        void (await Promise.all(uploads.map((upload) => store.setDue(autocommit, upload, clock())))),
      run: async (uploads, release) =>
        void (await Promise.all(
          uploads.map((upload) => run(upload).finally(() => release(upload, { isFailed: false }))),
        )),
    },
    limits: LIMITS,
    log,
    isCrowded,
    closing,
  });
  onWake({
    woken: (lanes) => leasing.wake(lanes.filter(({ kind }) => kind === 'upload')),
    handed: () => undefined,
  });
  onClose(leasing.close);
}
