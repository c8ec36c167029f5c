import type { InWidget } from '../../../kernel/data/context.ts';
import { fromBytes } from '../embedding/index.ts';
import { indexText } from './indexed-text.ts';
import { toVectors } from './mean.ts';
import * as replaced from './store/replaced.ts';
import * as states from './store/states.ts';
import * as texts from './store/texts.ts';
import { makePending } from './writing.ts';

/** Rules that are put back at a time: their vectors take memory. */
const BATCH = 500;

type Removed = Awaited<ReturnType<typeof replaced.listRemoved>>[number];

export { count as countChanges, forgetOld, listTexts as listChanges } from './store/replaced.ts';

/**
 * Takes back what a run changed: texts and vectors are as before, with their ids, and no provider is asked. Returns whether
 * there was anything.
 */
export async function undo(ctx: InWidget, runId: number) {
  states.lockAll(ctx);
  if (!(await replaced.has(ctx, runId))) return false;
  await replaced.removeCreated(ctx, runId);
  for (let after = 0, count = BATCH; count === BATCH; ) {
    const batch = await replaced.listRemoved(ctx, runId, { after, limit: BATCH });
    if (batch.length) await putBack(ctx, batch);
    after = batch.at(-1)?.rule_id ?? 0;
    count = batch.length;
  }
  replaced.forget(ctx, runId);
  // The model may have changed meanwhile.
  makePending(ctx);
  return true;
}

async function putBack(ctx: InWidget, removed: Removed[]) {
  const vectors = await vectorsOf(ctx, removed);
  await texts.insert(
    ctx,
    removed.map((row) => ({
      ...indexText(ctx.widgetId, row.content ?? '', vectors.get(row.rule_id) ?? null),
      id: row.rule_id,
      operator_id: null,
      doc_id: row.doc_id,
      source: row.source ?? '',
      source_label: row.source_label,
      source_ref: row.source_ref,
      source_is_managed: row.source_is_managed ?? false,
      chunk_index: row.chunk_index,
      used_30d: row.used_30d ?? 0,
      last_used_at: row.last_used_at,
      ...(row.created_at !== null && { created_at: row.created_at }),
    })),
  );
}

/** The same bytes, with signatures around the mean as it is now. */
async function vectorsOf(ctx: InWidget, removed: Removed[]) {
  const embedded = removed.flatMap(({ rule_id: id, model, vector }) =>
    model !== null && vector !== null ? [{ id, model, vector: fromBytes(vector) }] : [],
  );
  const vectors = new Map<number, texts.IndexedText['vector']>();
  for (const space of Map.groupBy(embedded, ({ model, vector }) => `${vector.length} ${model}`).values()) {
    const stored = await toVectors(ctx, space);
    for (const [at, { id }] of space.entries()) vectors.set(id, stored[at] ?? null);
  }
  return vectors;
}
