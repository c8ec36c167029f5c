import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Page } from '@parley/contract';
import { invalid } from '../http/problems.ts';

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
      const isOurs = bytes.length > MAC_BYTES && timingSafeEqual(bytes.subarray(0, MAC_BYTES), sign(payload));
      if (!isOurs) throw invalid({ cursor: 'is not a cursor of this list' });
      return JSON.parse(payload);
    },
  };
}

/** A page of rows that were asked for with one more than its limit, to learn whether there is another. */
export function toPage<Row, Item>(
  rows: Row[],
  {
    limit,
    cursors,
    position,
    item,
  }: {
    limit: number;
    cursors: Cursors;
    position: (row: Row) => Position;
    item: (row: Row) => Item;
  },
): Page<Item> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const next_cursor = rows.length > limit && last !== undefined ? cursors.write(position(last)) : null;
  return { data: data.map(item), next_cursor };
}
