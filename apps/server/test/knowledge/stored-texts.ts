import { asSystem } from '../../src/kernel/data/context.ts';
import { insertAll, type NewRule } from '../../src/modules/kb/rules/index.ts';
import type { TestApp } from '../harness.ts';
import type { Owner } from '../owners.ts';
import { meaningOf } from '../vendors/meaning.ts';

export const MODEL = 'meaning';

export const embeddingOf = (text: string, dimensions: number) => ({
  model: MODEL,
  vector: Float32Array.from(meaningOf(text, dimensions)),
});

/** Stores texts as rules with the vectors of their meaning, as an upload does, and returns the ids in order. */
export async function storeTexts(app: TestApp, owner: Owner, texts: string[], dimensions = 256) {
  return storeEmbedded(
    app,
    owner,
    texts.map((content) => ({ content, embedding: embeddingOf(content, dimensions) })),
  );
}

export async function storeEmbedded(app: TestApp, owner: Owner, texts: Pick<NewRule, 'content' | 'embedding'>[]) {
  const { widgetId, accountId, buttonGuid } = owner;
  const tenant = { widgetId, accountId, buttonGuid };
  const rule = { operator_id: null, doc_id: null, source: 'manual', source_label: null, source_ref: null };
  const rules = texts.map((text) => ({ ...rule, source_is_managed: false, chunk_index: null, ...text }));
  const ids: number[] = [];
  for (let at = 0; at < rules.length; at += 500) {
    const batch = rules.slice(at, at + 500);
    ids.push(...(await app.unitOfWork.write({ tenant }, (work) => insertAll(asSystem(work, tenant), batch))));
  }
  return ids;
}

/** As many texts as a large knowledge base has: each is of sentences of two of these. */
export function mixTexts(texts: { content: string }[], count: number) {
  const sentences = texts.map(({ content }) => content.split(/(?<=[.!?。！？])\s*/u).filter(Boolean));
  return Array.from({ length: count }, (_, at) => {
    const one = sentences[at % sentences.length] ?? [];
    const other = sentences[(at * 7 + Math.floor(at / sentences.length)) % sentences.length] ?? [];
    return [...one.slice(at % 3), ...other.slice(0, 1 + (at % 4))].join(' ');
  });
}
