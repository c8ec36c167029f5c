import type { api, TextFile } from '@parley/contract';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import { parseRange } from '../../../../kernel/data/moments.ts';
import { BYTE_ORDER_MARK, writeLine } from '../../../../kernel/http/csv.ts';
import type { Query } from '../../../../kernel/http/inputs.ts';
import * as store from '../store.ts';
import { COLUMNS, type Column, writeNames } from './csv.ts';

/** Small enough even for the longest attributes. */
const BATCH = 200;

type ExportQuery = Query<typeof api.contacts.export, 'query' | 'tag' | 'email' | 'phone' | 'from' | 'to'>;

export async function exportAll(
  ctx: Context<Read>,
  { query, from: after, to: before, ...exact }: ExportQuery,
): Promise<TextFile> {
  const { from, to } = parseRange({ from: after, to: before });
  const filter = { ...exact, from: from?.toString(), to: to?.toString(), limit: BATCH };
  return { name: `contacts-${ctx.now.toString().slice(0, 10)}.csv`, lines: write(ctx, query, filter) };
}

/** In batches, so that memory stays bounded. */
async function* write(ctx: Context<Read>, query: string | undefined, filter: Omit<store.Filter, 'before'>) {
  yield BYTE_ORDER_MARK + writeLine([...COLUMNS]);
  for (let before: number | undefined, isLast = false; !isLast; ) {
    const batch = { ...filter, before };
    const rows = await (query === undefined ? store.list(ctx, batch) : store.search(ctx, query, batch));
    yield rows.map(lineOf).join('');
    before = rows.at(-1)?.number;
    isLast = rows.length < BATCH;
  }
}

function lineOf(row: store.ContactRow) {
  const cells: Record<Column, string | null> = {
    ...row,
    tags: writeNames(row.tags),
    blocked: row.blocked_at === null ? '0' : '1',
    email_consent: row.email_consent === null ? null : String(Number(row.email_consent)),
    attributes: Object.keys(row.attributes).length ? JSON.stringify(row.attributes) : null,
  };
  return writeLine(COLUMNS.map((column) => cells[column]));
}
