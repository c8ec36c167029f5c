import type { RunSql } from '../../../infra/postgres/run-sql.ts';
import { sqlStateOf } from '../../../infra/postgres/sqlstate.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { cosine, type Embedding } from '../embedding/index.ts';
import { toText } from './pgvector.ts';
import * as store from './store/pgvector.ts';
import { listDimensions, listVectors } from './store/vectors.ts';

const NEAREST = 100;
const KNOWN_MS = 10_000;

/** Dimensions with an index, as this process last saw them, by database. */
const known = new WeakMap<RunSql, { at: number; dimensions: Set<number> }>();

async function isIndexed(work: Pick<Read, 'sql'>, dimensions: number) {
  const before = known.get(work.sql);
  if (before && performance.now() - before.at < KNOWN_MS) return before.dimensions.has(dimensions);
  const now = { at: performance.now(), dimensions: new Set(await store.listIndexed(work)) };
  known.set(work.sql, now);
  return now.dimensions.has(dimensions);
}

/** The extension was dropped, or its tables: there is no such table, column, function or type. */
const GONE = ['42P01', '42703', '42883', '42704'];

async function unlessGone<T>({ sql }: Pick<Read, 'sql'>, work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (!GONE.includes(sqlStateOf(error) ?? '')) throw error;
    known.delete(sql);
    return undefined;
  }
}

export interface Similar {
  rule_id: number;
  similarity: number;
}

interface Query {
  embedding: Embedding;
  operatorId: number | null;
}

/** Rules by pgvector, with those that were not copied yet; undefined where that can't be used. */
export async function findByPgvector(work: InWidget<Read>, query: Query): Promise<Similar[] | undefined> {
  const isUsed = await isIndexed(work, query.embedding.vector.length);
  return isUsed ? unlessGone(work, () => findNearest(work, query)) : undefined;
}

async function findNearest(work: InWidget<Read>, { embedding: { model, vector }, operatorId }: Query) {
  const copies = await store.findCopies(work, operatorId);
  if (!copies) return undefined;
  const space = { model, dimensions: vector.length };
  const { changed, hidden } = copies;
  const visible = changed.filter((id) => !hidden.includes(id));
  const [near, fresh] = await Promise.all([
    store.listNearest(work, space, { asked: toText(vector), without: [...changed, ...hidden], limit: NEAREST }),
    visible.length ? listVectors(work, space, visible) : [],
  ]);
  // The scan has a limit, and may end before enough rows were of this widget.
  if (near.length < NEAREST) return undefined;
  return [
    ...near.map(({ rule_id, similarity }) => ({ rule_id: rule_id ?? 0, similarity: similarity ?? 0 })),
    ...fresh.map(({ rule_id, vector: bytes }) => ({ rule_id, similarity: cosine(vector, bytes) })),
  ];
}

/** How rules of the widget are found by meaning. */
export async function indexOf(work: InWidget<Read>): Promise<'signature' | 'pgvector'> {
  const dimensions = await listDimensions(work);
  const indexed = await Promise.all(dimensions.map((each) => isIndexed(work, each)));
  const copies = indexed.includes(true) && (await unlessGone(work, () => store.findCopies(work, null)));
  return copies ? 'pgvector' : 'signature';
}
