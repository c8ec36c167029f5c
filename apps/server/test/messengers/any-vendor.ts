import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const METHODS: Record<string, (id: number) => unknown> = {
  'groups.getById': (id) => ({ groups: [{ id, name: 'Shop', screen_name: `shop${id}` }] }),
  'groups.getTokenPermissions': () => ({ permissions: [{ name: 'manage' }, { name: 'messages' }] }),
  'groups.getCallbackServers': () => ({ items: [] }),
  'messages.edit': () => 1,
  'messages.delete': () => [{ response: 1 }],
};

/** All vendors in one, for tests that are not about vendors: VK, where the token `vk-7` is that of community 7, and nothing else. */
async function start() {
  const server = createServer(async (request, response) => {
    const id = Number(/access_token=vk-(\d+)/.exec(await text(request))?.[1]);
    const answer = METHODS[request.url?.split('/').at(-1) ?? ''];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ? { response: answer(id) } : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let started: Promise<string> | undefined;

const VENDORS = ['tg', 'vk', 'wa', 'twilio', 'vb', 'fb', 'ok', 'mx', 'cian', 'ali', 'apple', 'avito'];

/** Settings of a server that calls it in the place of vendors; the same for all tests of a worker. */
export async function anyVendor() {
  started ??= start();
  const url = await started;
  const urls = VENDORS.map((vendor) => `${vendor}=${url}`).join();
  return { MESSENGER_URLS: urls, AVITO_CLIENT_ID: 'client', AVITO_CLIENT_SECRET: 'secret' };
}
