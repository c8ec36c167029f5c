import { defineJob, inBatches } from '../../../kernel/jobs/jobs.ts';
import * as rules from '../rules/index.ts';
import { insertScheduled } from './store/runs.ts';

const BATCH = 1_000;
const UNDO_DAYS = 30;

/** Queues the crawls that a schedule asks for. */
export const queueScheduled = defineJob({
  name: 'kb_crawler.queue_scheduled',
  attempts: 3,
  timeoutMs: 60_000,
  every: '*/5 * * * *',
  async run({ unitOfWork }) {
    await unitOfWork.write({}, async (work) => {
      for (const widgetId of await insertScheduled(work)) work.wake({ kind: 'crawl', destinationId: widgetId });
    });
  },
});

/** Drops what crawls replaced so long ago that it cannot be put back any more. */
export const forgetReplaced = defineJob({
  name: 'kb_crawler.forget_replaced',
  attempts: 3,
  timeoutMs: 240_000,
  every: '20 4 * * *',
  run: (work) =>
    inBatches(work, BATCH, (write) => rules.forgetOld(write, write.now.subtract({ hours: UNDO_DAYS * 24 }), BATCH)),
});
