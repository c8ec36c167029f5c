import autocannon from 'autocannon';

/** Requests a second that an address answers with 2xx, over a few connections that never rest. */
export async function requestsPerSecond(url: string, seconds = 2): Promise<number> {
  const result = await autocannon({ url, duration: seconds, connections: 10 });
  if (result.non2xx || result.errors) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.total / result.duration;
}
