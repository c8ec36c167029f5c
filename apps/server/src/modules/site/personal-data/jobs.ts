import { defineJob, inBatches } from '../../../kernel/jobs/jobs.ts';
import { removeBatch } from './retention.ts';
import { listWidgets } from './store.ts';

/** Few enough that nobody waits long for a lock. */
const BATCH = 100;

/** Deletes chats that are older than their account keeps them. What is left after the time limit goes the next night. */
export const removeOldChats = defineJob({
  name: 'personal_data.remove_old_chats',
  attempts: 3,
  timeoutMs: 3_600_000,
  every: '17 2 * * *',
  run: async (work) => {
    for (const { id: widgetId, chats_keep_days: days } of await listWidgets(work)) {
      await inBatches(work, BATCH, (write) => removeBatch({ ...write, widgetId }, days, BATCH));
    }
  },
});
