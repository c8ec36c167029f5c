import { describeError } from '../../../infra/log.ts';
import type { Services } from '../../../kernel/module.ts';
import { type TokenUsage, updateUsage } from './store.ts';

const FLUSH_MS = 30_000;

/** Counts calls in memory and writes them in batches, not per request. */
export function createUsage({ unitOfWork, clock, log, onClose }: Services) {
  let counted = new Map<number, TokenUsage>();

  function countOf({ id, widget_id }: { id: number; widget_id: number }) {
    let count = counted.get(id);
    if (!count) {
      count = { id, widget_id, lastUsedMs: null, calls: 0, refusals: 0 };
      counted.set(id, count);
    }
    return count;
  }

  async function flush() {
    if (!counted.size) return;
    const batch = [...counted.values()];
    counted = new Map();
    await unitOfWork
      .write({}, (work) => updateUsage(work, batch))
      .catch((error) => log.warn({ reason: describeError(error).message }, 'the usage of tokens could not be stored'));
  }
  const timer = setInterval(flush, FLUSH_MS);
  onClose(async () => {
    clearInterval(timer);
    await flush();
  });

  return {
    countCall(token: { id: number; widget_id: number }) {
      const count = countOf(token);
      count.calls += 1;
      count.lastUsedMs = clock().epochMilliseconds;
    },
    /** Of a call that was counted. */
    countRefusal(token: { id: number; widget_id: number }) {
      countOf(token).refusals += 1;
    },
    /** Of a call with a token that is no longer accepted, which does not count as a use. */
    countRejected(token: { id: number; widget_id: number }) {
      const count = countOf(token);
      count.calls += 1;
      count.refusals += 1;
    },
  };
}
