import { once } from 'node:events';
import type http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseAllowRules } from './addresses.ts';
import { createOutbound } from './outbound.ts';

/** For `localhost`, until 2120; trusted in this file only. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgydInRYoTB19wn4nt
xLxPqXwXBMCWs8S6GiYBcfN/5lihRANCAAQ/nlaYfsCcnC8cxab58f9a30m3hESc
/j+oeajaPkR+ZBzhLyg9hfp2wFjSEtYXcYPD8kx5jVs7rUbaqYIFP7Gc
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBUDCB9qADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEP55WmH7AnJwvHMWm
+fH/Wt9Jt4REnP4/qHmo2j5EfmQc4S8oPYX6dsBY0hLWF3GDw/JMeY1bO61G2qmC
BT+xnKM3MDUwFAYDVR0RBA0wC4IJbG9jYWxob3N0MB0GA1UdDgQWBBRgV7XdwQ4X
x3wAXF2RKEsVHPRkszAKBggqhkjOPQQDAgNJADBGAiEAp7/4H/A37bFNT8qAViJH
XevbzKErTSIcT3jkwSDa0r8CIQCLFcQLjlcrjDgOkVOZiQYTZWT5kmHY4W+Z7zvE
ujh4lw==
-----END CERTIFICATE-----`;

const limits = { maxBytes: 1_000, timeoutMs: 10_000 };
const outbound = createOutbound({
  allow: parseAllowRules('127.0.0.1'),
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
});

async function serveSecurely(answer: http.RequestListener) {
  const server = https.createServer({ key: KEY, cert: CERTIFICATE }, answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `https://localhost:${port}` };
}

function trustOurs() {
  const usual = tls.getCACertificates();
  tls.setDefaultCACertificates([CERTIFICATE]);
  onTestFinished(() => tls.setDefaultCACertificates(usual));
}

test('a certificate must be trusted and match the host name', async () => {
  const untrusted = { reason: 'unreachable', message: expect.stringContaining('certificate') };
  const { url, port } = await serveSecurely((_request, response) => response.end('hello'));
  await expect(outbound.fetch(url, limits)).rejects.toMatchObject(untrusted);
  trustOurs();
  expect(await text((await outbound.fetch(url, { ...limits, httpsOnly: true })).body)).toBe('hello');
  await expect(outbound.fetch(`https://127.0.0.1:${port}`, limits)).rejects.toMatchObject(untrusted);
});

test('a fetcher verifies certificates, and makes one handshake for several calls', async () => {
  const { url } = await serveSecurely((_request, response) => response.end('hello'));
  const fetch = outbound.fetcher({ maxBytes: 1_000, gapMs: 10_000, totalMs: 10_000 });
  onTestFinished(outbound.close);
  const untrusted = { reason: 'unreachable', message: expect.stringContaining('certificate') };
  await expect(fetch(url)).rejects.toMatchObject(untrusted);
  trustOurs();
  const handshakes = vi.spyOn(tls, 'connect');
  onTestFinished(() => handshakes.mockRestore());
  for (let count = 0; count < 3; count += 1) expect(await (await fetch(url)).text()).toBe('hello');
  expect(handshakes).toHaveBeenCalledTimes(1);
});

test('a redirect from https to plain http is followed only if the caller allows it', async () => {
  trustOurs();
  const { url } = await serveSecurely((_request, response) =>
    response.writeHead(302, { location: 'http://8.8.8.8/' }).end(),
  );
  const refusal = { reason: 'redirects', message: expect.stringContaining('https') };
  await expect(outbound.fetch(url, { ...limits, redirects: 1 })).rejects.toMatchObject(refusal);
  // Tests cannot reach the network, so an attempt to connect is as far as it gets.
  for (const httpsOnly of [false, true]) {
    const options = { ...limits, redirects: 1, downgrade: true, httpsOnly } as const;
    await expect(outbound.fetch(url, options)).rejects.toMatchObject({ reason: 'unreachable' });
  }
});
