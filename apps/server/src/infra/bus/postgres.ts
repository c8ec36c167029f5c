import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Notices } from '../postgres/notices.ts';
import type { StartableBus } from './bus.ts';
import { createEnds } from './ends.ts';

interface Options {
  pool: Pool;
  notices: Pick<Notices, 'listen' | 'onGap'>;
  /** While there is no other node, nothing is sent. */
  isAlone: () => boolean;
}

const CHANNEL = 'parley_bus';
const GATHER_MS = 10;
/** PostgreSQL takes 7,999 bytes; the rest is for what stands before a piece. */
const PIECE_BYTES = 7_900;

/** A commit that writes nothing waits for no disk. */
const NOTIFY = `SELECT pg_notify('${CHANNEL}', piece) FROM unnest($1::text[]) AS piece`;

/** For several nodes without a Redis. */
export function createPostgresBus({ pool, notices, isAlone }: Options): StartableBus {
  const { receive, resume, ...bus } = createEnds({
    gather: () => sleep(GATHER_MS),
    carry: (text) => pool.query({ name: 'bus', text: NOTIFY, values: [cut(text)] }),
  });
  const join = createJoin();
  return {
    ...bus,
    send(text) {
      if (!isAlone()) bus.send(text);
    },
    start() {
      notices.onGap(resume);
      notices.listen(CHANNEL, (piece) => {
        const whole = join(piece);
        if (whole !== undefined) receive(whole);
      });
    },
  };
}

/** Pieces of whole characters, each with the name of the text, its number and how many there are. */
export function cut(text: string) {
  const [bytes, pieces, name]: [Buffer, string[], string] = [Buffer.from(text), [], randomUUID()];
  for (let from = 0, to = 0; from < bytes.length; from = to) {
    to = Math.min(from + PIECE_BYTES, bytes.length);
    while (((bytes[to] ?? 0) & 0xc0) === 0x80) to--;
    pieces.push(bytes.toString('utf8', from, to));
  }
  return pieces.map((piece, index) => `${name} ${index} ${pieces.length} ${piece}`);
}

/** Pieces of one commit come one after another: whatever does not follow is the rest of a text that was cut off. */
export function createJoin() {
  let begun: { name: string; pieces: string[] } | undefined;
  return (piece: string) => {
    const [, name = '', index, count, text = ''] = /^(\S+) (\d+) (\d+) (.*)$/s.exec(piece) ?? [];
    if (index === '0') begun = { name, pieces: [] };
    if (begun?.name !== name || begun.pieces.length !== Number(index)) return undefined;
    begun.pieces.push(text);
    if (begun.pieces.length < Number(count)) return undefined;
    const whole = begun.pieces.join('');
    begun = undefined;
    return whole;
  };
}
