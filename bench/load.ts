import { randomUUID } from 'node:crypto';
import autocannon, { type Request } from 'autocannon';
import type { Visitor } from './realtime-people.ts';
import { formatP95, type Row } from './rounds.ts';

/** A little less than one token's rate limit of a minute. */
export const READS = 590;
export const WRITES = 115;
const SEARCHES = 40;

interface Load {
  url: string;
  seconds?: number;
  connections?: number;
  /** Changes each request before it is sent: another token, a fresh key. */
  prepare?: () => Pick<Request, 'method' | 'headers' | 'body' | 'path'>;
}

/** Requests per second answered with 2xx, over a few busy connections. */
export async function requestsPerSecond({ url, seconds = 2, connections = 10, prepare }: Load): Promise<number> {
  const result = await autocannon({
    url,
    duration: seconds,
    connections,
    ...(prepare && { requests: [{ setupRequest: (request) => ({ ...request, ...prepare() }) }] }),
  });
  if (result.non2xx || result.errors) {
    throw new Error(`${url}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} failed`);
  }
  return result.requests.total / result.duration;
}

/** Tokens in turn, each up to its rate limit. Limits are never raised for a benchmark. */
export function spend(tokens: string[], each: number) {
  let used = 0;
  return () => {
    const token = tokens[Math.floor(used / each)];
    if (!token) throw new Error(`${tokens.length} tokens were not enough`);
    used += 1;
    return token;
  };
}

/** A read of ours. */
export const read = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** A write of ours, under a key of its own. */
export const write = (token: string, body: string) => ({
  method: 'POST' as const,
  body,
  headers: {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-service-idempotency-key': randomUUID(),
  },
});

/** A visitor's message as the widget sends it, from a network of their own, which a proxy in front of the server names. */
export function writeAsVisitor({ pass: { auth, localAddress = '' } }: Visitor, text: string) {
  return {
    method: 'POST' as const,
    path: `/widget-api/${auth?.button_guid}/messages`,
    body: JSON.stringify({ client_message_id: randomUUID(), type: 'text', body: text }),
    headers: {
      authorization: `Bearer ${auth?.token}`,
      'content-type': 'application/json',
      origin: 'http://shop.localhost',
      'x-forwarded-for': localAddress,
    },
  };
}

/** The floor gets the same requests, so that the load generator works the same for both; it ignores the token. */
export const ANY_TOKEN = 'a'.repeat(44);

interface Search {
  /** The URL up to the search term. */
  url: string;
  token: () => string;
  /** By frequency, then by script. */
  words: Record<string, Record<string, string[]>>;
  label: (which: string, characters: number) => string;
}

/** Each term is searched many times, one request after the other. */
export async function measureSearches({ url, token, words, label }: Search): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [kind, scripts] of Object.entries(words)) {
    for (const [script, list] of Object.entries(scripts)) {
      for (const word of list) {
        const times: number[] = [];
        for (let round = 0; round < SEARCHES; round += 1) {
          const since = performance.now();
          const answer = await fetch(url + encodeURIComponent(word), read(token()));
          if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
          await answer.text();
          times.push(performance.now() - since);
        }
        const what = label(`${kind} ${script}`, [...word].length);
        rows.push([`${what}, p95 ms (goal: 60 or less)`, formatP95(times)]);
      }
    }
  }
  return rows;
}
