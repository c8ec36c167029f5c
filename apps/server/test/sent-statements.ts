import { startPostgresProxy } from './postgres-proxy.ts';
import { until } from './until.ts';

/** A statement as it was sent to PostgreSQL. */
export interface SentStatement {
  /** The name it is prepared under; empty if PostgreSQL parses and plans it every time. */
  name: string;
  text: string;
}

/** Statements that were sent, and answered, together. */
export type RoundTrip = SentStatement[];

/** A database whose statements can be read off the wire. Statements of an app without background work are those of its callers. */
export async function watchStatements(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const roundTrips: RoundTrip[] = [];
  let unanswered = 0;
  const proxy = await startPostgresProxy({ host: url.hostname, port: Number(url.port) }, () => {
    const read = createStatementReader((roundTrip) => {
      unanswered += 1;
      roundTrips.push(roundTrip);
    });
    const onReceived = (frame: Buffer) => {
      if (typeOf(frame) === READY_FOR_QUERY && unanswered) unanswered -= 1;
    };
    return { onSent: read, onReceived };
  });
  url.port = `${proxy.port}`;
  return {
    url: url.href,
    close: proxy.close,
    /** What some work sent. */
    async during(work: () => Promise<unknown>): Promise<RoundTrip[]> {
      roundTrips.length = 0;
      await work();
      await until(() => unanswered === 0, 'all statements are answered');
      return roundTrips.splice(0);
    },
  };
}

const READY_FOR_QUERY = 'Z';
const typeOf = (frame: Buffer) => String.fromCharCode(frame[0] as number);

/** Follows one connection: which names it has prepared, and what it sends until the next Sync. */
function createStatementReader(onRoundTrip: (roundTrip: RoundTrip) => void) {
  const texts = new Map<string, string>();
  let bound = '';
  let batch: RoundTrip = [];
  const send = () => {
    onRoundTrip(batch);
    batch = [];
  };
  const readers: Record<string, (first: string, second: string) => void> = {
    // Parse: name, text. Bind: portal, name. Query: text.
    P: (name, text) => void texts.set(name, text),
    B: (_portal, name) => {
      bound = name;
    },
    E: () => void batch.push({ name: bound, text: texts.get(bound) ?? '' }),
    S: send,
    Q: (text) => {
      batch.push({ name: '', text });
      send();
    },
  };
  return (frame: Buffer) => {
    const [first = '', second = ''] = frame.toString('utf8', 5).split('\0', 2);
    readers[typeOf(frame)]?.(first, second);
  };
}

const WRITES = /\b(INSERT) INTO "?(\w+)|\b(UPDATE) "?(?!SET\b)(\w+)|\b(DELETE) FROM "?(\w+)/gi;
const READS = /\b(?:FROM|JOIN) \(?"?(?!LATERAL\b|SELECT\b)(\w+)\b(?!\()/gi;
/** What a column looks up in few rows, such as the reach of a chat. */
const LOOKUPS = /\bIS NOT NULL THEN \(\s*SELECT\b.*?\) END AS/gs;
const COMMON_TABLES = /\b(\w+) AS (?:MATERIALIZED )?\(/g;

/** Short name of a statement: what it writes, or else the first tables it reads. `INSERT events`, `SELECT chats+files` */
export function labelOf({ text }: SentStatement) {
  const withoutLocks = text.replaceAll(/\bFOR (NO KEY )?UPDATE\b/gi, '');
  const writes = Array.from(withoutLocks.matchAll(WRITES), ([, ...found]) => found.filter(Boolean));
  if (writes.length) return writes.map(([verb = '', table]) => `${verb.toUpperCase()} ${table}`).join(' + ');
  const withoutLookups = text.replaceAll(LOOKUPS, 'END AS');
  const tables = new Set(Array.from(withoutLookups.matchAll(READS), ([, table = '']) => table));
  for (const [, name = ''] of text.matchAll(COMMON_TABLES)) tables.delete(name);
  const read = [...tables].slice(0, 2).join('+') || /(\w+)\(/.exec(text)?.[1];
  return read ? `SELECT ${read}` : (/\w+/.exec(text)?.[0] ?? '');
}
