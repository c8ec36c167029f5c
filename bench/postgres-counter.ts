// Counts what passes between a server and PostgreSQL, which is what the protocol's frames say.
import { startPostgresProxy } from '../apps/server/test/postgres-proxy.ts';

export interface Counts {
  statements: number;
  /** Batches that PostgreSQL answers as a whole. */
  roundTrips: number;
  /** Statements that PostgreSQL parsed: not prepared, or new on their connection. */
  parsed: number;
  bytesSent: number;
  bytesReceived: number;
}

export async function startPostgresCounter(socketPath: string) {
  const counts: Counts = { statements: 0, roundTrips: 0, parsed: 0, bytesSent: 0, bytesReceived: 0 };
  const onSent = (frame: Buffer) => {
    const type = String.fromCharCode(frame[0] as number);
    // Execute, Sync, Parse; Query is all of them in one.
    if (type === 'E' || type === 'Q') counts.statements += 1;
    if (type === 'S' || type === 'Q') counts.roundTrips += 1;
    if (type === 'P' || type === 'Q') counts.parsed += 1;
    counts.bytesSent += frame.length;
  };
  const onReceived = (frame: Buffer) => {
    counts.bytesReceived += frame.length;
  };
  const proxy = await startPostgresProxy({ path: socketPath }, () => ({ onSent, onReceived }));
  return { ...proxy, read: (): Counts => ({ ...counts }) };
}
