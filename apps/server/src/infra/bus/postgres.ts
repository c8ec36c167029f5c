import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Notices } from '../postgres/notices.ts';
import type { RunSql } from '../postgres/run-sql.ts';
import { createBatchedBus } from './batched-bus.ts';
import type { StartableBus } from './bus.ts';
import { notifyAll } from './store.ts';

interface BusOptions {
  sql: RunSql;
  notices: Pick<Notices, 'listen' | 'onGap'>;
  /** While there is no other node, nothing is sent. */
  isAlone: () => boolean;
}

const CHANNEL = 'parley_bus';
const GATHER_MS = 10;
/** PostgreSQL allows 7,999 bytes; the rest is for the prefix of a piece. */
const PIECE_BYTES = 7_900;

/** For several nodes without Redis. */
export function createPostgresBus({ sql, notices, isAlone }: BusOptions): StartableBus {
  const { receive, resume, ...bus } = createBatchedBus({
    gather: () => sleep(GATHER_MS),
    send: (text) => notifyAll(sql, CHANNEL, split(text)),
  });
  const join = createJoiner();
  return {
    ...bus,
    send(text) {
      if (!isAlone()) bus.send(text);
    },
    start() {
      notices.onGap(resume);
      notices.listen(CHANNEL, (piece) => {
        const text = join(piece);
        if (text !== undefined) receive(text);
      });
    },
  };
}

/** Splits a text into pieces of whole characters, each prefixed with the id of the text, its index and their count. */
export function split(text: string) {
  const [bytes, pieces, name]: [Buffer, string[], string] = [Buffer.from(text), [], randomUUID()];
  for (let from = 0, to = 0; from < bytes.length; from = to) {
    to = Math.min(from + PIECE_BYTES, bytes.length);
    while (((bytes[to] ?? 0) & 0xc0) === 0x80) to--;
    pieces.push(bytes.toString('utf8', from, to));
  }
  return pieces.map((piece, index) => `${name} ${index} ${pieces.length} ${piece}`);
}

/** Pieces of one commit arrive in sequence; one out of sequence belongs to a text that was cut off. */
export function createJoiner() {
  let partial: { name: string; pieces: string[] } | undefined;
  return (piece: string) => {
    const [, name = '', index, count, text = ''] = /^(\S+) (\d+) (\d+) (.*)$/s.exec(piece) ?? [];
    if (index === '0') partial = { name, pieces: [] };
    if (partial?.name !== name || partial.pieces.length !== Number(index)) return undefined;
    partial.pieces.push(text);
    if (partial.pieces.length < Number(count)) return undefined;
    const joined = partial.pieces.join('');
    partial = undefined;
    return joined;
  };
}
