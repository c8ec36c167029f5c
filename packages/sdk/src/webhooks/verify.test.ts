import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyWebhook } from '../index.ts';

const secret = 'whsec_ключ';
const body = '{"id":"evt_1","type":"chat.closed","data":{"reason":"ё"}}';
const sign = (text: string | Uint8Array, key = secret) => createHmac('sha256', key).update(text).digest('hex');
const signature = `sha256=v1:${sign(body)}`;

test('the test vector of RFC 4231 verifies', async () => {
  const known = 'sha256=v1:5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  expect(await verifyWebhook({ body: 'what do ya want for nothing?', signature: known, secret: 'Jefe' })).toBe(true);
});

test('a signed body verifies, as text and as bytes', async () => {
  expect(await verifyWebhook({ body, signature, secret })).toBe(true);
  expect(await verifyWebhook({ body: Buffer.from(body), signature, secret })).toBe(true);
  const bytes = new Uint8Array([0, 255, 254]);
  expect(await verifyWebhook({ body: bytes, signature: `sha256=v1:${sign(bytes)}`, secret })).toBe(true);
});

test('a changed body, another secret or another signature does not verify', async () => {
  expect(await verifyWebhook({ body: `${body} `, signature, secret })).toBe(false);
  expect(await verifyWebhook({ body, signature, secret: 'other' })).toBe(false);
  expect(await verifyWebhook({ body, signature: `sha256=v1:${sign(body, 'other')}`, secret })).toBe(false);
});

test.for([
  ['no header', undefined],
  ['null', null],
  ['an empty header', ''],
  ['no prefix', sign(body)],
  ['another version', `sha256=v2:${sign(body)}`],
  ['another algorithm', `sha512=v1:${sign(body)}`],
  ['one digit missing', signature.slice(0, -1)],
  ['half a signature', signature.slice(0, -32)],
  ['two digits too many', `${signature}00`],
  ['a line break', `${signature}\n`],
  ['not hexadecimal', `sha256=v1:${'zz'.repeat(32)}`],
  ['two signatures', `${signature},${signature}`],
] as const)('a malformed header does not verify: %s', async ([, malformed]) => {
  expect(await verifyWebhook({ body, signature: malformed, secret })).toBe(false);
});

test('an empty secret throws', async () => {
  await expect(verifyWebhook({ body, signature, secret: '' })).rejects.toThrow(TypeError);
});

test('a receiver that still has the previous secret accepts the previous signature', async () => {
  const signed = { body, signature: `sha256=v1:${sign(body, 'new')}`, previousSignature: signature };
  expect(await verifyWebhook({ ...signed, secret })).toBe(true);
  expect(await verifyWebhook({ ...signed, secret: 'new' })).toBe(true);
  expect(await verifyWebhook({ ...signed, secret: 'other' })).toBe(false);
  expect(await verifyWebhook({ ...signed, previousSignature: null, secret })).toBe(false);
});
