import { defineJob } from '../../../kernel/jobs/jobs.ts';
import * as settings from '../../ai/settings/index.ts';
import { prune } from './store/forms.ts';
import { listAllWidgets, lockAll } from './store/states.ts';
import { followModel as follow } from './writing.ts';

/** After every change of what the AI is set to: another model embeds all rules again. */
export const followModel = defineJob<{ widget_id: number }>({
  ...settings.followEmbeddingModel,
  timeoutMs: 30_000,
  async run({ unitOfWork }, { widget_id: widgetId }) {
    await unitOfWork.write({}, async (work) => {
      const ctx = { ...work, widgetId };
      if (await follow(ctx)) ctx.wake({ kind: 'embedding', destinationId: widgetId });
    });
  },
});

/** Removes words that no rule has. */
export const pruneWords = defineJob({
  name: 'kb_rules.prune_words',
  attempts: 3,
  timeoutMs: 600_000,
  every: '40 3 * * 0',
  async run({ unitOfWork, signal, ...read }) {
    for (const widgetId of await listAllWidgets(read)) {
      signal.throwIfAborted();
      await unitOfWork.write({}, async (work) => {
        const ctx = { ...work, widgetId };
        lockAll(ctx);
        await prune(ctx);
      });
    }
  },
});
