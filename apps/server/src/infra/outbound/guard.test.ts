import { expect, test } from 'vitest';
import { parseAllowRules } from './addresses.ts';
import type { Lookup } from './guard.ts';
import { createOutbound } from './outbound.ts';

const limits = { maxBytes: 1_000, timeoutMs: 10_000 };

/** Resolves every name to these addresses. */
const answering =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

const unknown: Lookup = async () => {
  throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
};

const outboundTo = (lookup: Lookup, allow = '') => createOutbound({ allow: parseAllowRules(allow), lookup });

test.each([
  ...['http://127.0.0.1/', 'http://127.1/', 'http://2130706433/', 'http://0x7f000001/', 'http://0177.0.0.1/'],
  ...['http://0x7f.1/', 'http://127.0.0.1./', 'http://１２７.０.０.１/', 'http://①②⑦.0.0.1/', 'http://127。0。0。1/'],
  ...[
    'http://%31%32%37.1/',
    'http:\\\\127.0.0.1\\',
    'http:///127.0.0.1',
    'http://0/',
    'https://169.254.169.254/latest',
  ],
  ...['http://[::1]/', 'http://[::]/', 'http://[::ffff:127.0.0.1]/', 'http://[::127.0.0.1]/', 'http://[0:0:0:0::1]/'],
  ...['http://[64:ff9b::127.0.0.1]/', 'http://[fd00:ec2::254]/', 'http://[fe80::1]/', 'http://10.0.0.1:8080/'],
])('%s is refused when it is saved and when it is called', async (url) => {
  const outbound = outboundTo(unknown);
  await expect(outbound.check(url)).rejects.toMatchObject({ reason: 'forbidden' });
  await expect(outbound.fetch(url, limits)).rejects.toMatchObject({ reason: 'forbidden' });
});

test('localhost names are refused, whether or not they resolve', async () => {
  const names = ['localhost', 'LOCALHOST:3000', 'localhost.', 'ｌocalhost', 'a.localhost'];
  for (const outbound of [createOutbound({ allow: [] }), outboundTo(unknown)])
    for (const name of names) {
      await expect(outbound.check(`http://${name}/`)).rejects.toMatchObject({ reason: 'forbidden' });
      await expect(outbound.fetch(`https://${name}/`, limits)).rejects.toMatchObject({ reason: 'forbidden' });
    }
});

test.each([
  ...['', 'example.com', '/files/1', 'ftp://example.com/', 'file:///etc/passwd', 'data:,x', 'javascript:1', 'http://'],
  ...['http://[fe80::1%25eth0]/', 'http://[::1%lo]/', 'http://256.0.0.1/', 'http://[::1/', 'http://a b/'],
  ...['https://ann@example.com/', 'https://ann:secret@example.com/', 'https://:secret@example.com/'],
])('%s is rejected as a URL', async (url) => {
  const outbound = outboundTo(answering('8.8.8.8'));
  await expect(outbound.check(url)).rejects.toMatchObject({ reason: 'invalid_url' });
  await expect(outbound.fetch(url, limits)).rejects.toMatchObject({ reason: 'invalid_url' });
});

test('a name with a forbidden address among its addresses is refused', async () => {
  for (const address of ['10.0.0.1', '::1', '::ffff:10.0.0.1', 'fe80::1%eth0', 'nonsense']) {
    const outbound = outboundTo(answering('8.8.8.8', address, '2606:4700::1111'));
    await expect(outbound.check('https://files.example.test/')).rejects.toMatchObject({ reason: 'forbidden' });
    await expect(outbound.fetch('https://files.example.test/', limits)).rejects.toMatchObject({ reason: 'forbidden' });
  }
});

test('a refusal does not reveal what a name resolves to', async () => {
  const outbound = outboundTo(answering('10.11.12.13'));
  const error = await outbound.check('https://wiki.example.test/').catch((thrown: Error) => thrown);
  expect(JSON.stringify({ ...error, message: error?.message, cause: error?.cause })).not.toContain('10.11');
});

test('a public address can be saved, and so can a name that does not resolve yet', async () => {
  await outboundTo(answering('8.8.8.8', '2606:4700::1111')).check('https://files.example.test/a?b#c');
  await outboundTo(unknown).check('https://soon.example.test/');
  await outboundTo(unknown).check('https://8.8.8.8/', { httpsOnly: true });
});

test('a name that does not resolve is unreachable when it is called', async () => {
  const called = outboundTo(unknown).fetch('https://soon.example.test/', limits);
  await expect(called).rejects.toMatchObject({ reason: 'unreachable' });
});

test('plain http is refused with httpsOnly', async () => {
  for (const lookup of [answering('8.8.8.8'), unknown]) {
    const outbound = outboundTo(lookup, '10.0.0.0/8');
    await outbound.check('http://files.example.test/');
    for (const url of ['http://files.example.test/', 'http://8.8.8.8/']) {
      const refusal = { reason: 'invalid_url', message: expect.stringContaining('https') };
      await expect(outbound.check(url, { httpsOnly: true })).rejects.toMatchObject(refusal);
      await expect(outbound.fetch(url, { ...limits, httpsOnly: true })).rejects.toMatchObject(refusal);
    }
  }
});

test('an allowed address or name may be private and use plain http, even with httpsOnly', async () => {
  const allowed = [
    ['10.0.0.0/8', 'http://minio.internal:9000/'],
    ['10.0.0.1:9000', 'http://minio.internal:9000/'],
    ['10.0.0.1:9000', 'http://10.0.0.1:9000/'],
    ['minio.internal', 'http://minio.internal:9000/'],
    ['minio.internal:80', 'http://minio.internal/'],
    ['minio.internal:443', 'https://minio.internal./'],
  ] as const;
  for (const [allow, url] of allowed) await outboundTo(answering('10.0.0.1'), allow).check(url, { httpsOnly: true });
});

test('an allow rule opens no other port, name or address', async () => {
  const refused = [
    ['10.0.0.1:9000', 'https://minio.internal:9001/'],
    ['10.0.0.2', 'https://minio.internal/'],
    ['minio.internal', 'https://other.internal/'],
    ['minio.internal', 'https://10.0.0.1/'],
    ['minio.internal:9000', 'https://minio.internal/'],
  ] as const;
  for (const [allow, url] of refused)
    await expect(outboundTo(answering('10.0.0.1'), allow).check(url)).rejects.toMatchObject({ reason: 'forbidden' });
});
