import { defineJob, inBatches } from '../../../kernel/jobs/jobs.ts';
import * as store from './store/roll-up.ts';

const FACTS_PER_BATCH = 5_000;
const MESSAGES_PER_BATCH = 20_000;

/** A message is stored within this time or never. */
const MAX_DELAY = { minutes: 10 };

/** The next run continues after this. */
const BUSY_MS = 240_000;

/**
 * Rolls new facts and messages up into hours. Each transaction is bounded and records its progress, so a killed job
 * continues where it stopped. Widgets with nothing to aggregate are not written to.
 */
export const rollUp = defineJob({
  name: 'statistics.add_up',
  attempts: 1,
  timeoutMs: 280_000,
  every: '*/5 * * * *',
  async run(work) {
    const signal = AbortSignal.any([work.signal, AbortSignal.timeout(BUSY_MS)]);
    for (const { id } of await store.listWidgets(work, endOf(work.now))) {
      await inBatches({ ...work, signal }, FACTS_PER_BATCH, (write) => store.addFacts(write, id, FACTS_PER_BATCH));
      await inBatches({ ...work, signal }, 1, async (write) => {
        const batch = { until: endOf(write.now), limit: MESSAGES_PER_BATCH };
        return (await store.addMessages(write, id, batch)) ? 1 : 0;
      });
    }
  },
});

const endOf = (now: Temporal.Instant) =>
  now.subtract(MAX_DELAY).round({ smallestUnit: 'hour', roundingMode: 'floor' }).toString();
