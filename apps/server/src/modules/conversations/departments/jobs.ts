import { defineJob } from '../../../kernel/jobs/jobs.ts';
import * as routing from '../routing/index.ts';
import { listWidgetsToAnnounce, markAnnounced } from './store.ts';

/** Tells visitors when an opening or closing department changes whether an agent is at work. */
export const announceOpenings = defineJob({
  name: 'departments.open',
  attempts: 1,
  timeoutMs: 50_000,
  every: '* * * * *',
  run: async (work) => {
    for (const widgetId of await listWidgetsToAnnounce(work)) {
      await work.unitOfWork.write({}, (write) => {
        const inWidget = { ...write, widgetId };
        return routing.publishAvailabilityChange(inWidget, () => markAnnounced(write, widgetId));
      });
    }
  },
});
