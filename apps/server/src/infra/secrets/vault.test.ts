import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createVault, type SealContext } from './vault.ts';

const place: SealContext = { table: 'channels', column: 'secret', tenant: 5, row: 7 };
const vault = createVault(Buffer.alloc(32, 1));

test('a sealed value opens to its text, whatever it is', () => {
  for (const plain of ['s3cret', '', 'Привет 👋', 'a.b.c\n', 'x'.repeat(100_000)]) {
    const sealed = vault.seal(plain, place);
    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
    expect(vault.open(sealed, place)).toBe(plain);
  }
});

test('the same text is sealed differently each time, and never readable', () => {
  const sealed = Array.from({ length: 100 }, () => vault.seal('s3cret', place));
  expect(new Set(sealed).size).toBe(100);
  for (const each of sealed) expect(Buffer.from(each.split('.')[2] ?? '', 'base64url').includes('s3cret')).toBe(false);
});

test('a value moved to another table, column, tenant or row cannot be opened there', () => {
  const sealed = vault.seal('s3cret', place);
  const { tenant: _, ...ofNobody } = place;
  const elsewhere: SealContext[] = [
    { ...place, table: 'users' },
    { ...place, column: 'api_key' },
    { ...place, tenant: 6 },
    { ...place, row: 8 },
    { ...place, tenant: 7, row: 5 },
    { ...place, table: 'channel', column: 'ssecret' },
    { ...ofNobody, row: 57 },
    ofNobody,
  ];
  for (const each of elsewhere) expect(() => vault.open(sealed, each)).toThrow();
});

test('a value cannot be opened with another key', () => {
  const sealed = vault.seal('s3cret', place);
  expect(() => createVault(Buffer.alloc(32, 2)).open(sealed, place)).toThrow('sealed with another key');
  expect(createVault(Buffer.alloc(32, 1)).open(sealed, place)).toBe('s3cret');
});

test('a value with any bit changed cannot be opened', () => {
  const [version, id, payload = ''] = vault.seal('s3cret', place).split('.');
  const bytes = Buffer.from(payload, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(() => vault.open(`${version}.${id}.${changed.toString('base64url')}`, place)).toThrow();
  }
});

test('a truncated value cannot be opened, even if part of its tag is left', () => {
  const [version, id, payload = ''] = vault.seal('', place).split('.');
  const bytes = Buffer.from(payload, 'base64url');
  for (let length = 0; length < bytes.length; length += 1) {
    const cut = bytes.subarray(0, length).toString('base64url');
    expect(() => vault.open(`${version}.${id}.${cut}`, place), `${length} bytes`).toThrow();
  }
});

test('a string that is not a sealed value is refused', () => {
  const [, id, payload] = vault.seal('s3cret', place).split('.');
  for (const odd of ['', 's3cret', 'v1', `v2.${id}.${payload}`, `v1.${id}`, `v1.${id}.!!!`]) {
    expect(() => vault.open(odd, place)).toThrow();
  }
});

test('each purpose has its own key, which is not the master key', () => {
  const masterKey = randomBytes(32);
  const one = createVault(masterKey);
  expect(one.derive('cursors')).toEqual(createVault(masterKey).derive('cursors'));
  expect(one.derive('cursors')).toHaveLength(32);
  expect(one.derive('cursors')).not.toEqual(one.derive('secrets'));
  expect(one.derive('cursors')).not.toEqual(masterKey);
  expect(one.derive('cursors')).not.toEqual(createVault(randomBytes(32)).derive('cursors'));
});
