// Preloaded by a server that must die at a statement: DIE_AT is a part of its text, and DIE_WHEN says when. `sent` is instead
// of sending it, `committed` when PostgreSQL confirms the commit after it. DIE_COUNT: not the first time, but that one.
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

interface Driver {
  attachListeners: (stream: Socket) => unknown;
  emit: (name: string, ...rest: unknown[]) => boolean;
}

const { DIE_AT = '', DIE_WHEN, DIE_COUNT = '1' } = process.env;
// Internal to the driver, so it has no types.
const { prototype: driver }: { prototype: Driver } = createRequire(import.meta.url)('pg/lib/connection.js');
const { attachListeners, emit } = driver;
/** A statement when it is prepared: its name, which a connection uses from then on, and its text. */
const PREPARED = /(statement_\d+\0)([^\0]*)/g;
/** Names of the statement: the same on every connection. */
const names = new Set<string>();
/** Connections whose transaction has run it. */
const running = new WeakSet<Driver>();
let left = Number(DIE_COUNT);

function isMeant(chunk: Buffer) {
  const text = chunk.toString('latin1');
  for (const [, name = '', statement = ''] of text.matchAll(PREPARED)) if (statement.includes(DIE_AT)) names.add(name);
  return text.includes(DIE_AT) || [...names].some((name) => text.includes(name));
}

function die() {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

driver.attachListeners = function (stream) {
  const write = stream.write.bind(stream) as (chunk: Buffer, ...rest: unknown[]) => boolean;
  stream.write = (chunk: Buffer, ...rest: unknown[]) => {
    if (isMeant(chunk)) {
      running.add(this);
      if (DIE_WHEN === 'sent') die();
    }
    return write(chunk, ...rest);
  };
  return attachListeners.call(this, stream);
};

driver.emit = function (name, ...rest) {
  const text = name === 'commandComplete' && (rest[0] as { text: string }).text;
  if (text === 'COMMIT' && running.delete(this) && DIE_WHEN === 'committed') die();
  if (text === 'ROLLBACK') running.delete(this);
  return emit.call(this, name, ...rest);
};
