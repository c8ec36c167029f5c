import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { describeError } from '../../../infra/log.ts';
import type { BackgroundServices } from '../../../kernel/module.ts';
import { fromBytes } from '../embedding/index.ts';
import * as store from './store/pgvector-tables.ts';

/** With fewer rules a scan of their signatures is as quick. */
const MIN_RULES = 5_000;
const POLL_MS = 30_000;
/** Until it may have been installed. */
const ABSENT_POLL_MS = 600_000;

/** Copies the vectors of large knowledge bases for pgvector, where the server has it, and keeps their indexes. */
export function startPgvector({ maintain, log, onClose }: BackgroundServices) {
  const closing = new AbortController();
  const { signal } = closing;
  let said = '';

  async function run() {
    while (!signal.aborted) {
      const pauseMs = await followOnce();
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async function followOnce() {
    try {
      const isUsed = await maintain((client) => {
        // Ends a statement that is running.
        signal.addEventListener('abort', () => void client.end().catch(() => undefined), { once: true });
        return follow(client);
      });
      return isUsed ? POLL_MS : ABSENT_POLL_MS;
    } catch (error) {
      const reason = describeError(error).message;
      if (!signal.aborted && reason !== said) log.info({ reason }, 'pgvector cannot be used');
      said = reason;
      return ABSENT_POLL_MS;
    }
  }

  const running = run();
  onClose(async () => {
    closing.abort();
    await running;
  });
}

/** Brings copies and indexes up to date; returns whether the server has pgvector. */
export async function follow(client: Client, minimum = MIN_RULES) {
  const release = await store.installExtension(client);
  if (release === undefined) return false;
  if (!(await store.tryLock(client))) return true;
  await store.createTables(client, release);
  await store.addWidgets(client, minimum);
  for (const widgetId of await store.listWidgets(client)) await copyChanges(client, widgetId);
  await store.buildIndexes(client);
  return true;
}

async function copyChanges(client: Client, widgetId: number) {
  for (let isLast = false; !isLast; ) {
    const listed = await store.listChanges(client, widgetId);
    isLast = listed.isLast;
    if (!listed.changes.length) break;
    const latest = new Map(listed.changes.map((change) => [change.rule_id, change]));
    await store.applyChanges(client, widgetId, {
      changes: listed.changes,
      copies: [...latest.values()].flatMap(copyOf),
    });
  }
  await store.setReady(client, widgetId);
}

function copyOf({ rule_id, model, vector }: store.Change): store.Copy[] {
  if (!model || !vector) return [];
  const values = fromBytes(vector);
  return [{ rule_id, model, dimensions: values.length, embedding: toText(values) }];
}

/** As pgvector reads a vector. */
export const toText = (vector: Float32Array) => `[${vector.join()}]`;
