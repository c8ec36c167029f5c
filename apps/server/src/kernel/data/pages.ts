import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Page } from '@parley/contract';
import { invalid } from '../problems.ts';

/** Where a page ends: the sort values of its last row. */
export type Position = (string | number)[];

/** Cursors are opaque and signed, and serve the route and the tenant they were made for. */
export interface Cursors {
  write: (position: Position) => string;
  read: (cursor: string | undefined) => Position | undefined;
}

/** HMAC-SHA-256, truncated to 128 bits. */
const MAC_BYTES = 16;

export function createCursors(key: Buffer, route: string, tenant: number): Cursors {
  const sign = (payload: string) =>
    createHmac('sha256', key).update(`${route}\n${tenant}\n${payload}`).digest().subarray(0, MAC_BYTES);
  return {
    write(position) {
      const payload = JSON.stringify(position);
      return Buffer.concat([sign(payload), Buffer.from(payload)]).toString('base64url');
    },
    read(cursor) {
      if (cursor === undefined) return undefined;
      const bytes = Buffer.from(cursor, 'base64url');
      const payload = bytes.subarray(MAC_BYTES).toString();
      const isAuthentic = bytes.length > MAC_BYTES && timingSafeEqual(bytes.subarray(0, MAC_BYTES), sign(payload));
      if (!isAuthentic) throw invalid({ cursor: 'is not a cursor of this list' });
      return JSON.parse(payload);
    },
  };
}

/** What the query of every list has. */
interface PageQuery {
  cursor?: string;
  limit: number;
}

/**
 * The position after which a page starts: that of the cursor, or nothing on the first page. Optional members let `read`
 * destructure both; three are as many as any list sorts by.
 */
type Start<P extends Position> = P | [undefined?, undefined?, undefined?];

interface PagedList<Row, P extends Position, Item> {
  /** The sort values of a row, as its cursor carries them. */
  position: (row: Row) => P;
  /** Up to `limit` rows after a position, in the order of the list. Called once the cursor is verified. */
  read: (start: Start<P>, limit: number) => Promise<Row[]>;
  item: (row: Row) => Item;
}

/**
 * One page of a list. It reads a row more than the page holds, to know whether there is another page. `| []` makes the
 * type of the position a tuple.
 */
export async function paged<Row, P extends Position | [], Item>(
  { cursors }: { cursors: Cursors },
  { cursor, limit }: PageQuery,
  { position, read, item }: PagedList<Row, P, Item>,
): Promise<Page<Item>> {
  // A cursor of this route is signed, so `position` wrote what it holds.
  const start = (cursors.read(cursor) ?? []) as Start<P>;
  const rows = await read(start, limit + 1);
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const next_cursor = rows.length > limit && last !== undefined ? cursors.write(position(last)) : null;
  return { data: data.map(item), next_cursor };
}

/** A page of a list whose items PostgreSQL printed, except those that only the server can print. */
export class PrintedPage<Item> {
  readonly items: readonly (string | Item)[];
  readonly next_cursor: string | null;

  constructor(items: readonly (string | Item)[], next_cursor: string | null) {
    this.items = items;
    this.next_cursor = next_cursor;
  }

  /** The JSON of the page. */
  print(printItem: (item: Item) => string) {
    const texts = this.items.map((item) => (typeof item === 'string' ? item : printItem(item)));
    return `{"data":[${texts.join(',')}],"next_cursor":${JSON.stringify(this.next_cursor)}}`;
  }
}

/** Like `paged`, for statements that return items as JSON text, which the server neither parses nor prints. */
export async function printedPage<Row, P extends Position | [], Item extends object>(
  ctx: { cursors: Cursors },
  query: PageQuery,
  list: PagedList<Row, P, string | Item>,
): Promise<PrintedPage<Item>> {
  const { data, next_cursor } = await paged(ctx, query, list);
  return new PrintedPage(data, next_cursor);
}
