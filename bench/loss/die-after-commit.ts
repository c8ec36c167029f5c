// Preloaded by a server that must die between a commit and its effects. After SIGUSR2 the process exits as soon as
// PostgreSQL confirms the next commit with a message.
import type { Socket } from 'node:net';
import Connection from 'pg/lib/connection.js';

interface Driver {
  attachListeners: (stream: Socket) => unknown;
  emit: (name: string, ...rest: unknown[]) => boolean;
}

/** A message's statement when it is prepared: its name, which a connection uses from then on, and its text. */
const PREPARED = /(statement_\d+\0)[^\0]*INSERT INTO messages \(/;
// Internal to the driver, so its types do not have it.
const driver = Connection.prototype as unknown as Driver;
const { attachListeners, emit } = driver;
/** Connections whose transaction has stored a message. */
const storing = new WeakSet<Driver>();
/** The same on every connection. */
let storingName: string | undefined;
let isArmed = false;

process.on('SIGUSR2', () => {
  isArmed = true;
});

driver.attachListeners = function (stream) {
  const write = stream.write.bind(stream) as (chunk: Buffer, ...rest: unknown[]) => boolean;
  stream.write = (chunk: Buffer, ...rest: unknown[]) => {
    storingName ??= PREPARED.exec(chunk.toString('latin1'))?.[1];
    if (storingName && chunk.includes(storingName)) storing.add(this);
    return write(chunk, ...rest);
  };
  return attachListeners.call(this, stream);
};

driver.emit = function (name, ...rest) {
  if (name === 'commandComplete') onComplete(this, (rest[0] as { text: string }).text);
  return emit.call(this, name, ...rest);
};

function onComplete(connection: Driver, text: string) {
  if (text !== 'COMMIT' && text !== 'ROLLBACK') return;
  const isStored = storing.delete(connection) && text === 'COMMIT';
  if (isStored && isArmed) process.kill(process.pid, 'SIGKILL');
}
