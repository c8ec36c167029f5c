import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { problem } from '../../../kernel/problems.ts';
import { type Embedding, findModel } from '../embedding/index.ts';
import { hashOf, indexText } from './indexed-text.ts';
import { toVectors } from './mean.ts';
import * as replaced from './store/replaced.ts';
import * as rules from './store/rules.ts';
import * as states from './store/states.ts';
import * as texts from './store/texts.ts';

export const MAX_RULES = 50_000;

/** A rule to insert. Without an embedding it is found by its words until the background has embedded it. */
export interface NewRule extends Omit<texts.NewRow, keyof texts.IndexedText> {
  content: string;
  embedding: Embedding | null;
}

/** Throws if the widget has no room for that many more. */
export async function requireRoom(ctx: InWidget, more: number) {
  if ((await states.count(ctx)) + more > MAX_RULES) throw problem('kb_limit_reached');
}

/** Inserts rules in order, and returns their ids. */
export async function insertAll(ctx: InWidget, added: NewRule[]) {
  if (!added.length) return [];
  states.lockAll(ctx);
  const embeddings = added.flatMap(({ embedding }) => embedding ?? []);
  const [vectors] = await Promise.all([prepareVectors(ctx, embeddings), requireRoom(ctx, added.length)]);
  let next = 0;
  const rows = added.map(({ content, embedding, ...row }) => {
    const vector = embedding ? (vectors[next++] ?? null) : null;
    return { ...row, ...indexText(ctx.widgetId, content, vector) };
  });
  const ids = await texts.insert(ctx, rows);
  if (vectors.length < added.length) makePending(ctx);
  return ids;
}

/** Returns whether there is such a rule. */
export async function replaceText(
  ctx: InWidget,
  id: number,
  { content, docId, embedding }: { content: string; docId: string | null | undefined; embedding: Embedding },
) {
  states.lockAll(ctx);
  const [vector = null] = await prepareVectors(ctx, [embedding]);
  return texts.replace(ctx, id, { docId, text: indexText(ctx.widgetId, content, vector) });
}

/** Vectors as they are stored. The widget is locked. Those of another model than the widget's are embedded again. */
async function prepareVectors(ctx: InWidget, embeddings: Embedding[]) {
  if (!embeddings.length) return [];
  const [model, vectors] = await Promise.all([followModel(ctx), toVectors(ctx, embeddings)]);
  if (embeddings.some((each) => each.model !== model)) makePending(ctx);
  return vectors;
}

/** Makes the model of the widget's credentials that of its rules, and returns it. */
export async function followModel(ctx: InWidget) {
  const model = (await findModel(ctx))?.model;
  if (model !== undefined) states.setModel(ctx, model);
  return model;
}

/** Embeds what has no vector of the model, in the background. */
export function makePending(ctx: InWidget) {
  states.setPending(ctx);
  ctx.wake({ kind: 'embedding', destinationId: ctx.widgetId });
}

/** Where the rules of a page or a file come from. */
export interface Origin {
  source: string;
  source_ref: string;
  source_label: string | null;
  source_is_managed: boolean;
}

/** What of a page's texts is stored already, and what is not. */
async function comparePage(ctx: InWidget, { source, source_ref: ref }: Origin, contents: string[]) {
  const stored = await rules.listPage(ctx, { source, ref });
  const byHash = Map.groupBy(stored, ({ hash }) => hash.toString('hex'));
  const kept: { id: number; index: number }[] = [];
  const added: { content: string; index: number }[] = [];
  contents.forEach((content, index) => {
    const same = byHash.get(hashOf(content).toString('hex'))?.shift();
    if (same) kept.push({ id: same.id, index });
    else added.push({ content, index });
  });
  const removed = [...byHash.values()].flat().map(({ id }) => id);
  return { kept, added, removed };
}

/**
 * Writes the rules of a page again, in one transaction: texts that stay keep their rows and their vectors. A text that takes
 * the place of another counts as updated. With a run, what it replaces is kept for an undo.
 */
export async function replacePage(
  ctx: InWidget,
  origin: Origin,
  chunks: { content: string; embedding: Embedding | null }[],
  runId?: number,
) {
  states.lockAll(ctx);
  const { kept, added, removed } = await comparePage(
    ctx,
    origin,
    chunks.map(({ content }) => content),
  );
  await removeAll(ctx, removed, runId);
  if (kept.length && runId !== undefined) await replaced.keepPlaces(ctx, runId, kept);
  if (kept.length) rules.setPlaces(ctx, kept, origin.source_label);
  const ids = await insertAll(
    ctx,
    added.map(({ content, index }) => ({
      ...origin,
      operator_id: null,
      doc_id: null,
      chunk_index: index,
      content,
      embedding: chunks[index]?.embedding ?? null,
    })),
  );
  if (ids.length && runId !== undefined) replaced.keepCreated(ctx, runId, ids);
  const updated = Math.min(added.length, removed.length);
  return { created: added.length - updated, updated, removed: removed.length - updated };
}

async function removeAll(ctx: InWidget, ids: number[], runId: number | undefined) {
  if (!ids.length) return 0;
  if (runId !== undefined) await replaced.keepRemoved(ctx, runId, ids);
  return rules.remove(ctx, ids);
}

/** Pages and files of a source. */
export const listRefs = (ctx: InWidget<Read>, source: string) => rules.listRefs(ctx, source);

/** Removes the rules of pages, and keeps them for an undo of the run; returns how many. */
export async function removePages(
  ctx: InWidget,
  { source, refs, runId }: { source: string; refs: string[]; runId: number },
) {
  if (!refs.length) return 0;
  states.lockAll(ctx);
  return removeAll(ctx, await rules.listIdsOf(ctx, { source, refs }), runId);
}

/** Removes the rules of a source, or of one page or file of it; returns how many. */
export async function removeSource(ctx: InWidget, source: string, ref?: string) {
  states.lockAll(ctx);
  return rules.removeSource(ctx, { source, ...(ref !== undefined && { ref }) });
}

/** Sets how often each rule of the widget was used lately. */
export function setUsage(ctx: InWidget, used: rules.RuleUsage[]) {
  states.lockAll(ctx);
  rules.setUsage(ctx, used);
}
