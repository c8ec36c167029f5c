import { setTimeout } from 'node:timers/promises';
import { describeError } from '../../../infra/log.ts';
import type { BackgroundServices } from '../../../kernel/module.ts';
import { indexBatch } from './store.ts';

/** Takes a quarter of a second; with very long messages, half a second. */
const BATCH = { messages: 1_000, characters: 500_000 };
const POLL_MS = 500;
/** While requests wait for a connection, fewer and larger batches are indexed. */
const CROWDED_MS = 2_000;

/** Indexes new messages for search. A search is complete without it, since it reads what is not indexed yet. */
export function startIndexer({ unitOfWork, log, isCrowded, onClose }: BackgroundServices) {
  const closing = new AbortController();
  const { signal } = closing;
  const pause = (milliseconds: number) => setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);

  async function indexAll() {
    for (let hasMore = true; hasMore && !signal.aborted; ) {
      const began = performance.now();
      hasMore = await indexBatch(unitOfWork.autocommit, BATCH);
      // A backlog takes no more than half of a core.
      if (hasMore) await pause(performance.now() - began);
    }
  }

  async function run() {
    while (!signal.aborted) {
      await pause(isCrowded() ? CROWDED_MS : POLL_MS);
      await indexAll().catch((error) =>
        log.warn({ reason: describeError(error).message }, 'indexing of messages is delayed'),
      );
    }
  }

  const running = run();
  onClose(async () => {
    closing.abort();
    await running;
  });
}
