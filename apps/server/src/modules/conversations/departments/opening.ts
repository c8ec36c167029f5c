import { defineJob } from '../../../kernel/jobs/jobs.ts';
import * as routing from '../routing/index.ts';
import { listMoved, settle } from './store.ts';

/** Tells visitors when somebody is there for them because a department has just opened, or nobody any more. */
export const openDepartments = defineJob({
  name: 'departments.open',
  attempts: 1,
  timeoutMs: 50_000,
  every: '* * * * *',
  run: async (work) => {
    for (const widgetId of await listMoved(work)) {
      await work.unitOfWork.write({}, (write) => {
        const inWidget = { ...write, widgetId };
        return routing.tellingVisitors(inWidget, () => settle(write, widgetId));
      });
    }
  },
});
