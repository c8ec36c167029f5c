import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { cosine, type Embedding, fromBytes, signatureOf } from '../embedding/index.ts';
import { findByPgvector, type Similar } from './neighbours.ts';
import * as store from './store/vectors.ts';

/** Signatures choose candidates, the cosine ranks them: 300 of 1,536 dimensions, and more of fewer, since short signatures tell less. */
const FEWEST = 300;
const MOST = 1_200;
const VALUES = 300 * 1_536;

const countCandidates = (dimensions: number) => Math.min(MOST, Math.max(FEWEST, Math.round(VALUES / dimensions)));

interface Query {
  embedding: Embedding;
  operatorId: number | null;
}

/** Rules by the cosine of their vectors of the same model, best first. */
export async function findByMeaning(work: InWidget<Read>, query: Query): Promise<Similar[]> {
  const similar = (await findByPgvector(work, query)) ?? (await findBySignatures(work, query));
  return similar
    .map(({ rule_id, similarity }) => ({ rule_id, similarity: toCosine(similarity) }))
    .sort((a, b) => b.similarity - a.similarity || b.rule_id - a.rule_id);
}

/** As everywhere, without an extension. */
export async function findBySignatures(work: InWidget<Read>, query: Query): Promise<Similar[]> {
  const { vector } = query.embedding;
  const candidates = await listCandidates(work, query);
  return candidates.map(({ rule_id, vector: bytes }) => ({ rule_id, similarity: cosine(vector, bytes) }));
}

/** Signatures around another mean than the question's are no candidates: it is read again. */
async function listCandidates(work: InWidget<Read>, { embedding: { model, vector }, operatorId }: Query) {
  const space = { model, dimensions: vector.length };
  const limit = countCandidates(vector.length);
  for (;;) {
    const around = await store.findMean(work, space);
    if (!around) return [];
    const signature = signatureOf(vector, around.mean && fromBytes(around.mean));
    const rows = await store.listNear(work, space, { signature, operatorId, limit });
    if (rows.every(({ revision }) => revision === around.revision)) return rows;
  }
}

/** Rounding may pass the ends. */
const toCosine = (product: number) => Math.min(1, Math.max(-1, product));
