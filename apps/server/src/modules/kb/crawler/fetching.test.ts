import type { LookupAddress } from 'node:dns';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inject } from '../../../../test/provided.ts';
import { page, redirect, startSite } from '../../../../test/trap-site.ts';
import { createFileStore } from '../../../infra/files/file-store.ts';
import { parseAllowRules } from '../../../infra/outbound/addresses.ts';
import type { Lookup } from '../../../infra/outbound/guard.ts';
import { createOutbound, type FetchOptions } from '../../../infra/outbound/outbound.ts';
import { FETCH_LIMITS, fetchPage, fetchRobots, type SiteClient } from './fetching.ts';

const LOOPBACK: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];
const never = new AbortController().signal;

/** A client whose names resolve as told, and which may reach one port of this machine. */
function openClient(
  site: string,
  { lookup, timeoutMs = 5_000 }: { lookup?: Lookup; timeoutMs?: number } = {},
): SiteClient {
  const { port } = new URL(site);
  const outbound = createOutbound({ allow: parseAllowRules(`127.0.0.1:${port}`), ...(lookup && { lookup }) });
  onTestFinished(outbound.close);
  const storage = createFileStore({ directory: path.join(inject('scratch'), 'crawler'), s3: undefined });
  const limits = { ...FETCH_LIMITS, timeoutMs };
  return { outbound, storage, limits, site, pause: async () => undefined, isAllowed: () => true };
}

const get = (client: SiteClient, url: string, signal = never) =>
  fetchPage(client, { url, headers: {}, isFirst: false }, signal);

test('a page that does not end in time is left out', async () => {
  const site = await startSite({
    '/silent': () => undefined,
    '/drip': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<p>a');
    },
  });
  const client = openClient(site.url, { timeoutMs: 100 });
  for (const each of ['/silent', '/drip'])
    expect(await get(client, site.url + each)).toMatchObject({ kind: 'refused', reason: 'timeout' });
});

test('a name that resolves to a public address first and into the network then is not connected to', async () => {
  const site = await startSite({ '/': page('Inside.') });
  const answers = [
    [{ address: '93.184.216.34', family: 4 }],
    [{ address: '127.0.0.2', family: 4 }],
    [{ address: '10.0.0.1', family: 4 }],
  ];
  const lookup: Lookup = async () => answers.shift() ?? [{ address: '169.254.169.254', family: 4 }];
  const name = `http://rebinding.example:${site.port}`;
  const client = openClient(name, { lookup });
  await client.outbound.check(name);
  for (let count = 0; count < 3; count += 1)
    expect(await get(client, `${name}/`)).toMatchObject({ kind: 'refused', reason: 'forbidden_address' });
  expect(site.visits).toEqual([]);
});

test('a name of which one address is inside is not connected to', async () => {
  const site = await startSite({ '/': page('Inside.') });
  const lookup: Lookup = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  const name = `http://both.example:${site.port}`;
  expect(await get(openClient(name, { lookup }), `${name}/`)).toMatchObject({ reason: 'forbidden_address' });
});

test.each([
  'localhost',
  'localhost.',
  'a.localhost',
  '127.1',
  '0x7f.1',
  '2130706433',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '0',
])('this machine by the name %s is forbidden where it is not allowed', async (name) => {
  const site = await startSite({ '/': page('Inside.') });
  const url = new URL(`http://${name}:${site.port}`).origin;
  const outbound = createOutbound({ allow: [], lookup: async () => LOOPBACK });
  onTestFinished(outbound.close);
  const client = { ...openClient(url), outbound };
  expect(await get(client, `${url}/`)).toMatchObject({ kind: 'refused', reason: 'forbidden_address' });
  expect(site.visits).toEqual([]);
});

test('a redirect of the first page may move the site, and of another it may not', async () => {
  const site = await startSite();
  site.pages['/'] = redirect(`http://www.shop.example:${site.port}/home`);
  const lookup: Lookup = async () => [{ address: '93.184.216.34', family: 4 }];
  const client = { ...openClient(site.url, { lookup }), site: `http://shop.example:${site.port}` };
  const outbound = {
    ...client.outbound,
    fetch: (_url: string, options: FetchOptions) => client.outbound.fetch(`${site.url}/`, options),
  };
  const request = { url: `${client.site}/`, headers: {} };
  expect(await fetchPage({ ...client, outbound }, { ...request, isFirst: true }, never)).toEqual({
    kind: 'moved',
    url: `http://www.shop.example:${site.port}/home`,
  });
  expect(await fetchPage({ ...client, outbound }, { ...request, isFirst: false }, never)).toMatchObject({
    kind: 'refused',
    reason: 'other_site',
  });
});

test('an aborted page ends at once', async () => {
  const site = await startSite({ '/': () => undefined });
  const abort = new AbortController();
  const fetched = get(openClient(site.url), `${site.url}/`, abort.signal);
  await expect.poll(() => site.visits.length).toBe(1);
  abort.abort(new Error('stop'));
  await expect(fetched).rejects.toThrow('stop');
});

test('robots.txt may be elsewhere on the site, and one of another site says nothing', async () => {
  const site = await startSite({
    '/robots.txt': redirect('/real.txt'),
    '/real.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /' },
  });
  expect(await fetchRobots(openClient(site.url), never)).toEqual({ text: 'User-agent: *\nDisallow: /' });
  site.pages['/robots.txt'] = redirect('http://10.0.0.1/robots.txt');
  expect(await fetchRobots(openClient(site.url), never)).toEqual({ text: '' });
});
