import { defineJob } from '../../../kernel/jobs/jobs.ts';
import * as rules from '../../kb/rules/index.ts';
import { listUses } from './store.ts';

const BATCH = 100;
const COUNTED = { hours: 30 * 24 };

/** Counts the replies that each rule was a source of. All are counted each time, since replies age and chats are erased. */
export const countUses = defineJob({
  name: 'knowledge.count-uses',
  attempts: 3,
  timeoutMs: 600_000,
  every: '26 * * * *',
  async run({ unitOfWork, signal }) {
    for (let after = 0, count = BATCH; count === BATCH; ) {
      const widgetIds = await unitOfWork.read((work) => rules.listWidgets(work, { after, limit: BATCH }));
      for (const widgetId of widgetIds) {
        signal.throwIfAborted();
        await unitOfWork.write({}, async (write) => {
          const ctx = { ...write, widgetId };
          const uses = await listUses(ctx, write.now.subtract(COUNTED));
          rules.setUsage(
            ctx,
            uses.map(({ rule_id, replies, last_used_at }) => ({ ruleId: rule_id, replies, lastUsedAt: last_used_at })),
          );
        });
      }
      after = widgetIds.at(-1) ?? after;
      count = widgetIds.length;
    }
  },
});
