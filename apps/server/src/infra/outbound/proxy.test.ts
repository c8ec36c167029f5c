import { execFile } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const OUTBOUND = new URL('./outbound.ts', import.meta.url).href;
const ADDRESSES = new URL('./addresses.ts', import.meta.url).href;
const NETWORK_GUARD = fileURLToPath(new URL('../../../test/network-guard.js', import.meta.url));

/** Calls with Node's fetch and with ours, and prints whether undici was loaded before and after. */
const SCRIPT = `
  import { createRequire } from 'node:module';
  import { text } from 'node:stream/consumers';
  import { parseAllowRules } from ${JSON.stringify(ADDRESSES)};
  import { createOutbound } from ${JSON.stringify(OUTBOUND)};
  const { cache } = createRequire(${JSON.stringify(OUTBOUND)});
  const isLoaded = () => Object.keys(cache).some((file) => file.includes('/node_modules/undici/'));
  const outbound = createOutbound({ allow: parseAllowRules('127.0.0.1') });
  const idle = isLoaded();
  const nodes = await (await fetch(process.env.TARGET)).text();
  const ours = await text((await outbound.fetch(process.env.TARGET, { maxBytes: 100, timeoutMs: 10_000 })).body);
  console.log(JSON.stringify({ nodes, ours, idle, used: isLoaded() }));
`;

async function serve(answer: string) {
  const server = http.createServer((_request, response) => response.end(answer));
  server.on('connect', (_request, socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\nproxy'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('proxy environment variables are ignored, and undici is not loaded before the first call', async () => {
  const target = await serve('target');
  const proxy = await serve('proxy');
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
  const env = { NODE_USE_ENV_PROXY: '1', TARGET: target, ...Object.fromEntries(names.map((name) => [name, proxy])) };
  const args = ['--import', NETWORK_GUARD, '--input-type=module', '--eval', SCRIPT];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(JSON.parse(stdout)).toEqual({ nodes: 'proxy', ours: 'target', idle: false, used: true });
});
