import { generateKeyPairSync, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dataDirectory, startServer } from '../test/server-process.ts';
import { readConfig } from './config.ts';

const KEY = randomBytes(32);

test('an empty environment is a complete configuration', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATA_DIR: path.resolve('data'),
    LOG_LEVEL: 'info',
    TRUST_PROXY: [],
    OUTBOUND_ALLOW: [],
  });
});

test('an empty or blank value counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '  ' })).toMatchObject({ PORT: 3000, DATABASE_URL: undefined });
});

test('statements are sent in batches unless DATABASE_BATCHES is 0', () => {
  const batches = (value?: string) => readConfig({ DATABASE_BATCHES: value }).DATABASE_BATCHES;
  expect([batches(), batches('1'), batches('0')]).toEqual([true, true, false]);
  expect(() => batches('no')).toThrow('DATABASE_BATCHES must be 1 or 0');
});

test('a master key may be written in base64 or hex', () => {
  for (const encoding of ['base64', 'hex'] as const)
    expect(readConfig({ MASTER_KEY: KEY.toString(encoding) }).MASTER_KEY).toEqual(KEY);
});

test.each([
  [{}, true],
  [{ PUBLIC_URL: 'http://chat.example.com' }, true],
  [{ PUBLIC_URL: 'https://chat.example.com' }, false],
  [{ DATABASE_URL: 'postgres://host/db', MASTER_KEY: KEY.toString('hex') }, false],
  [{ DEMO: '1', PUBLIC_URL: 'https://chat.example.com' }, true],
  [{ DEMO: '0' }, false],
])('with %o the demo is on: %s', (env, isOn) => expect(readConfig(env).DEMO).toBe(isOn));

test.each([
  'redis://localhost',
  'redis://10.0.0.1:6380/3',
  'rediss://user:p%40ss@[::1]:6379/',
  'redis://:secret@redis',
])('REDIS_URL may be %s', (url) => expect(readConfig({ REDIS_URL: url }).REDIS_URL).toBe(url));

test('MAIL_IN_PORT and MAIL_IN_DOMAIN are set together, or neither', () => {
  const read = (env: Record<string, string>) => readConfig(env);
  expect(read({})).toMatchObject({ MAIL_IN_PORT: undefined, MAIL_IN_DOMAIN: '' });
  expect(read({ MAIL_IN_PORT: '2525', MAIL_IN_DOMAIN: 'Bounces.Example.com' })).toMatchObject({
    MAIL_IN_PORT: 2525,
    MAIL_IN_DOMAIN: 'bounces.example.com',
  });
  expect(() => read({ MAIL_IN_PORT: '2525' })).toThrow('MAIL_IN_PORT and MAIL_IN_DOMAIN belong together');
  expect(() => read({ MAIL_IN_DOMAIN: 'b.example.com' })).toThrow('MAIL_IN_PORT and MAIL_IN_DOMAIN belong together');
  for (const port of ['0', '65536', 'smtp']) expect(() => read({ MAIL_IN_PORT: port })).toThrow('MAIL_IN_PORT must be');
  for (const domain of ['localhost', 'a b.com', 'bounce@example.com', '.example.com', `${'a.'.repeat(95)}com`])
    expect(() => read({ MAIL_IN_DOMAIN: domain })).toThrow('MAIL_IN_DOMAIN must be a domain name');
});

test('MAIL_DKIM is a domain, a selector and a file with an RSA key', () => {
  const file = (name: string) => path.join(dataDirectory(), name);
  const write = (name: string, content: string | Buffer) => {
    const written = file(name);
    fs.writeFileSync(written, content);
    return written;
  };
  const pem = { type: 'pkcs8', format: 'pem' } as const;
  const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const { privateKey: curve } = generateKeyPairSync('ed25519');
  const key = rsa.export(pem).toString();
  const read = (value: string) => readConfig({ MAIL_DKIM: value }).MAIL_DKIM;
  expect(read('')).toBeUndefined();
  expect(read(`example.com:parley:${write('dkim.pem', key)}`)).toEqual({
    domain: 'example.com',
    selector: 'parley',
    privateKey: key,
  });
  const refused: [value: string, message: RegExp][] = [
    ['example.com', /MAIL_DKIM must look like/],
    [`example.com:${file('dkim.pem')}`, /must look like/],
    ['localhost:parley:x.pem', /must look like/],
    ['exa mple.com:parley:x.pem', /must look like/],
    ['example.com:par;ley:x.pem', /must look like/],
    [`example.com:parley:${file('missing.pem')}`, /can't be read: ENOENT/],
    [`example.com:parley:${write('text.pem', 'hello')}`, /not an unencrypted private key in PEM/],
    [
      `example.com:parley:${write('locked.pem', rsa.export({ ...pem, cipher: 'aes-256-cbc', passphrase: 'x' }))}`,
      /unencrypted/,
    ],
    [`example.com:parley:${write('curve.pem', curve.export(pem))}`, /needs an RSA key of at least 1024 bits/],
  ];
  for (const [value, message] of refused) expect(() => read(value)).toThrow(message);
});

test('AI_VENDOR_URLS names a gateway for each vendor, private or not', () => {
  const value = 'openai=http://127.0.0.1:4000, google = https://gateway.example.com/google/v1beta';
  expect(readConfig({ AI_VENDOR_URLS: value }).AI_VENDOR_URLS).toEqual({
    openai: 'http://127.0.0.1:4000/',
    google: 'https://gateway.example.com/google/v1beta',
  });
  expect(readConfig({}).AI_VENDOR_URLS).toEqual({});
});

test('MESSENGER_URLS names what is called in the place of each messenger, and by default nothing is', () => {
  const names = ['tg', 'vk', 'wa', 'twilio', 'vb', 'fb', 'ok', 'mx', 'cian', 'ali', 'apple', 'avito'];
  const value = names.map((name, at) => `${name}=http://127.0.0.1:${4_000 + at}`).join(', ');
  const read = readConfig({ MESSENGER_URLS: value }).MESSENGER_URLS;
  expect(read).toEqual(Object.fromEntries(names.map((name, at) => [name, `http://127.0.0.1:${4_000 + at}/`])));
  expect(readConfig({})).toMatchObject({ MESSENGER_URLS: {}, MESSENGER_INBOUND: 'auto' });
  for (const mode of ['auto', 'webhook', 'polling']) {
    expect(readConfig({ MESSENGER_INBOUND: mode }).MESSENGER_INBOUND).toBe(mode);
  }
});

test.each([
  [{ PORT: '70000' }, 'PORT must be a whole number'],
  [{ PORT: '80.5' }, 'PORT must be a whole number'],
  [{ PORT: '0x50' }, 'PORT must be a whole number'],
  [{ PUBLIC_URL: 'chat.example.com' }, 'PUBLIC_URL must be a URL'],
  [{ PUBLIC_URL: 'https://chat.example.com/path' }, 'PUBLIC_URL must be a URL'],
  [{ DATABASE_URL: 'mysql://host/db' }, 'DATABASE_URL must look like postgres://'],
  [{ MASTER_KEY: 'short' }, 'MASTER_KEY must be 32 bytes'],
  [{ MASTER_KEY: `${KEY.toString('base64')}!?` }, 'MASTER_KEY must be 32 bytes'],
  [{ DATABASE_URL: 'postgres:name' }, 'DATABASE_URL must look like postgres://'],
  [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL must look like redis://'],
  [{ REDIS_URL: 'redis:localhost' }, 'REDIS_URL must look like redis://'],
  [{ REDIS_URL: 'http://localhost:6379' }, 'REDIS_URL must look like redis://'],
  [{ REDIS_URL: 'redis://localhost/first' }, 'REDIS_URL must look like redis://'],
  [{ REDIS_URL: 'redis://localhost/0?tls=true' }, 'REDIS_URL must look like redis://'],
  [{ REDIS_URL: 'redis://:100%@localhost' }, 'REDIS_URL must look like redis://'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
  [{ DEMO: 'yes' }, 'DEMO must be 1 or 0'],
  [{ TRUST_PROXY: '10.0.0.0/8, everyone' }, 'TRUST_PROXY must be'],
  [{ OUTBOUND_ALLOW: '10.0.0.0/8, http://minio' }, 'OUTBOUND_ALLOW must be'],
  [{ AI_VENDOR_URLS: 'https://gateway.example.com' }, 'AI_VENDOR_URLS must look like openai=https://'],
  [{ AI_VENDOR_URLS: 'mistral=https://gateway.example.com' }, 'AI_VENDOR_URLS must look like openai=https://'],
  [{ AI_VENDOR_URLS: 'openai=gateway.example.com' }, 'AI_VENDOR_URLS must look like openai=https://'],
  [{ AI_VENDOR_URLS: 'openai=ftp://gateway' }, 'AI_VENDOR_URLS must look like openai=https://'],
  [{ AI_VENDOR_URLS: 'openai=https://key@gateway/' }, 'AI_VENDOR_URLS must look like openai=https://'],
  [{ AI_VENDOR_URLS: 'openai=https://a,openai=https://b' }, 'AI_VENDOR_URLS names openai more than once'],
  [{ MESSENGER_URLS: 'https://telegram.example.com' }, 'MESSENGER_URLS must look like tg=https://'],
  [{ MESSENGER_URLS: 'icq=https://icq.example.com' }, 'MESSENGER_URLS must look like tg=https://'],
  [{ MESSENGER_URLS: 'custom=https://a.example.com' }, 'MESSENGER_URLS must look like tg=https://'],
  [{ MESSENGER_URLS: 'tg=telegram.example.com' }, 'MESSENGER_URLS must look like tg=https://'],
  [{ MESSENGER_URLS: 'tg=https://key@telegram.example.com' }, 'MESSENGER_URLS must look like tg=https://'],
  [{ MESSENGER_URLS: 'tg=https://a,vk=https://b,tg=https://c' }, 'MESSENGER_URLS names tg more than once'],
  [{ MESSENGER_INBOUND: 'hooks' }, 'MESSENGER_INBOUND must be one of'],
  [{ AVITO_CLIENT_ID: 'id' }, 'AVITO_CLIENT_ID and AVITO_CLIENT_SECRET belong together'],
  [{ AVITO_CLIENT_SECRET: 'secret' }, 'AVITO_CLIENT_ID and AVITO_CLIENT_SECRET belong together'],
  [{ DATABASE_URL: 'postgres://host/db' }, 'MASTER_KEY is required with DATABASE_URL'],
])('%o is refused: %s', (env, message) => {
  expect(() => readConfig(env)).toThrow(message);
});

test('the server reports all invalid settings at once and exits before it creates anything', async () => {
  const dataDir = path.join(dataDirectory(), 'data');
  const { code, stderr } = await startServer({ DATA_DIR: dataDir, PORT: 'x', LOG_LEVEL: 'loud' }).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('PORT must be');
  expect(stderr).toContain('LOG_LEVEL must be');
  expect(fs.existsSync(dataDir)).toBe(false);
});

test('a token reads 600 and writes 120 times a minute unless the settings say otherwise', () => {
  expect(readConfig({})).toMatchObject({ RATE_READS: 600, RATE_WRITES: 120 });
  expect(readConfig({ RATE_READS: '6000', RATE_WRITES: '1200' })).toMatchObject({
    RATE_READS: 6_000,
    RATE_WRITES: 1_200,
  });
  for (const value of ['0', '-1', '1.5', 'many', '1000001']) {
    for (const name of ['RATE_READS', 'RATE_WRITES']) {
      expect(() => readConfig({ [name]: value })).toThrow(`${name} must be a whole number from 1 to 1000000`);
    }
  }
});
