import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { listExpired, removeExpired } from './store.ts';

const BATCH = 500;
const STAGED_MS = 3_600_000;

/** Removes failed uploads, unsent files of visitors and files of erased contacts. */
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
          // The row goes last, so that the next sweep finds what this one did not finish.
          await work.storage.remove(file.key);
          await work.unitOfWork.write({}, (write) => removeExpired(write, file));
          removed += 1;
        } catch (error) {
          failure = error;
        }
      }
    }
    // A failure does not keep others from being removed; the job is retried.
    if (failure) throw failure;
  },
});
