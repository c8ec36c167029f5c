import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { openApp } from '../harness.ts';
import type { FakeVendor } from './fake-vendor.ts';

/** How every call of an account is answered while its vendor has an outage; `json`: what it says, with a success. */
type Outage = 'hung' | 'closed' | number | { json: object };

/**
 * One address for many accounts of a vendor, as a vendor has: a call goes to the fake whose token, or the secret of whose
 * app, it contains. So an app serves many tests, each with an account of its own.
 */
export async function startSwitchboard() {
  const fakes: FakeVendor[] = [];
  const outages = new Map<FakeVendor, Outage>();
  const hanging: Socket[] = [];
  /** The next call whose address contains this waits. */
  let held: { part: string; released: Promise<void>; reached: () => void } | undefined;

  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const content = [request.url, request.headers.authorization, request.headers['x-viber-auth-token'], body].join(' ');
    const isOf = ({ credential: { token, app_secret } }: FakeVendor) =>
      content.includes(token) || (app_secret !== undefined && content.includes(app_secret));
    const fake = fakes.find(isOf) ?? fakes[0];
    const outage = fake && outages.get(fake);
    if (!fake) return void response.writeHead(401).end('{}');
    if (typeof outage === 'number') return void response.writeHead(outage).end('{}');
    if (typeof outage === 'object') return void response.end(JSON.stringify(outage.json));
    if (outage === 'closed') return void request.socket.destroy();
    if (outage === 'hung') return void hanging.push(request.socket);
    if (held && request.url?.includes(held.part)) {
      const { released, reached } = held;
      held = undefined;
      reached();
      await released;
    }
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const answer = await fetch(new URL(request.url ?? '/', fake.url), {
      method: request.method,
      headers: headers as Record<string, string>,
      ...(body.length && { body }),
    }).catch(() => undefined);
    // The fake was closed meanwhile, with a long poll under way.
    if (!answer) return void request.socket.destroy();
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async add<Fake extends FakeVendor>(starting: Promise<Fake>): Promise<Fake> {
      const fake = await starting;
      fakes.push(fake);
      return fake;
    },
    /** From now on, until `mend`. */
    break: (fake: FakeVendor, outage: Outage) => void outages.set(fake, outage),
    mend: (fake: FakeVendor) => void outages.delete(fake),
    /** Keeps the next such call until it is released. */
    hold(part: string) {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { part, released: released.promise, reached: reached.resolve };
      return { reached: reached.promise, release: released.resolve };
    },
    /** Calls that have had no answer. */
    hanging,
    close() {
      for (const fake of fakes) fake.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A server that is called by vendors, for many tests. It does nothing in the background. */
export const openMessengerApp = (urls: Record<string, string>, env: Record<string, string> = {}) =>
  openApp(
    {
      OUTBOUND_ALLOW: '127.0.0.1',
      MESSENGER_URLS: Object.entries(urls)
        .map((pair) => pair.join('='))
        .join(),
      MESSENGER_INBOUND: 'webhook',
      ...env,
    },
    { isolated: true, live: true, isPublic: true },
  );
