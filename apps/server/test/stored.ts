import type { TestApp } from './harness.ts';

interface Content {
  rows: number;
  /** Of all rows, whatever their order. */
  digest: string | null;
}

const TABLES = `
  SELECT oid::regclass::text AS name FROM pg_class
  WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
  UNION ALL SELECT 'graphile_worker._private_jobs'`;

// Where a version of a row is and who wrote it tells versions apart at no cost. When a token was last used is written
// now and then, whoever asks: there the content counts.
const hashOf = (table: string) =>
  table === 'tokens'
    ? "hashtextextended((to_jsonb(each) - 'last_used_at')::text, 0)"
    : 'hashtidextended(each.ctid, (each.tableoid::bigint << 32) + each.xmin::text::bigint)';

const contentOf = (table: string) => `
  SELECT '${table}' AS name, count(*)::int AS rows, sum(${hashOf(table)})::text AS digest FROM ${table} AS each`;

let statement: string | undefined;

/** What is stored, by table. */
export function readStored({ unitOfWork }: TestApp): Promise<Record<string, Content>> {
  return unitOfWork.read(async ({ sql }) => {
    // The tables are the same in every database of a run.
    statement ??= (await sql<{ name: string }>({ text: TABLES }))
      .map(({ name }) => contentOf(name))
      .join(' UNION ALL ');
    const contents = await sql<Content & { name: string }>({ name: 'stored', text: statement });
    return Object.fromEntries(contents.map(({ name, rows, digest }) => [name, { rows, digest }]));
  });
}

/** How many rows of which tables the work adds or, below zero, takes away. */
export async function rowsAdded(app: TestApp, work: () => Promise<unknown>) {
  const before = await readStored(app);
  await work();
  const after = await readStored(app);
  const changes = Object.entries(after).map(([name, { rows }]) => [name, rows - (before[name]?.rows ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}
