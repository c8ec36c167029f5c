import { setTimeout } from 'node:timers/promises';
import { describeError } from '../../../infra/log.ts';
import type { BackgroundServices } from '../../../kernel/module.ts';
import { indexBatch } from './store.ts';

/** Takes some 100 ms; a merge or an erasure of one of its chats waits for it. */
const BATCH = { messages: 500, characters: 250_000 };
const POLL_MS = 500;

/** Indexes new messages for search. A search is complete without it, since it reads what is not indexed yet. */
export function startIndexer({ unitOfWork, log, isCrowded, onClose }: BackgroundServices) {
  const closing = new AbortController();
  const { signal } = closing;

  async function run() {
    for (let pauseMs = POLL_MS; !signal.aborted; ) {
      await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined);
      pauseMs = (await index()) ?? POLL_MS;
    }
  }

  /** Returns how long to pause if there is more: a backlog takes half of a core, a fifth while requests wait. */
  async function index() {
    if (signal.aborted) return undefined;
    const began = performance.now();
    try {
      if (!(await indexBatch(unitOfWork.autocommit, BATCH))) return undefined;
    } catch (error) {
      log.warn({ reason: describeError(error).message }, 'indexing of messages is delayed');
      return undefined;
    }
    return (performance.now() - began) * (isCrowded() ? 4 : 1);
  }

  const running = run();
  onClose(async () => {
    closing.abort();
    await running;
  });
}
