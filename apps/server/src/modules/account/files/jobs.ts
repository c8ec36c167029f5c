import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { listExpired, removeExpired } from './store.ts';

const BATCH = 500;
const STAGED_MS = 3_600_000;

/** Uploads that came to nothing, what visitors chose and did not send, and files of those who were erased. */
export const sweepFiles = defineJob({
  name: 'files.sweep',
  attempts: 3,
  timeoutMs: 240_000,
  every: '23 * * * *',
  run: async (work) => {
    await work.storage.sweep(STAGED_MS, work.now);
    let failure: unknown;
    for (let removed = BATCH; removed === BATCH && !work.signal.aborted; ) {
      removed = 0;
      for (const file of await listExpired(work, BATCH)) {
        try {
          // The row goes last: as long as it is there, the next sweep finds what this one did not finish.
          await work.storage.remove(file.key);
          await work.unitOfWork.write({}, (write) => removeExpired(write, file));
          removed += 1;
        } catch (error) {
          failure = error;
        }
      }
    }
    // One that can't be removed keeps none of the others, and is tried again.
    if (failure) throw failure;
  },
});
