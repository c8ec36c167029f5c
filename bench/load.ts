import autocannon, { type Request } from 'autocannon';

interface Load {
  url: string;
  seconds?: number;
  connections?: number;
  /** Changes each request before it is sent: another token, a fresh key. */
  prepare?: () => Pick<Request, 'method' | 'headers' | 'body' | 'path'>;
}

/** Requests a second that an address answers with 2xx, over a few connections that never rest. */
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

/** Tokens one after the other, each for as many requests as its minute allows. Limits are never raised for a benchmark. */
export function spend(tokens: string[], each: number) {
  let used = 0;
  return () => {
    const token = tokens[Math.floor(used / each)];
    if (!token) throw new Error(`${tokens.length} tokens were not enough`);
    used += 1;
    return token;
  };
}
