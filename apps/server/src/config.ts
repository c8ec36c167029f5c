import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { openCountries } from './infra/countries.ts';
import type { S3Settings } from './infra/files/s3.ts';
import { readDkim } from './infra/mail/dkim.ts';
import { parseAllowRules } from './infra/outbound/addresses.ts';
import { StartupError } from './infra/startup-error.ts';

/** Every setting, with its documentation. Nothing else reads the environment. */
const settings = {
  PORT: setting('3000', 'TCP port to listen on; 0 for any free one.', wholeNumber(0, 65_535)),
  HOST: setting('127.0.0.1', 'Address to listen on; `0.0.0.0` or `::` to accept connections from the network.', text),
  PUBLIC_URL: setting('', 'Public URL of the server. Default: `http://localhost:PORT`.', origin),
  DATA_DIR: setting('./data', 'Directory for everything that must be kept: database, keys, files.', directory),
  DATABASE_URL: setting('', 'PostgreSQL 15+ to use instead of the built-in one, `postgres://…`.', databaseUrl),
  DATABASE_BATCHES: setting(
    '1',
    '`0`: statements are sent one by one, each when the one before it is answered. Slower; for a pooler or proxy that does not take several at once.',
    onOrOff,
  ),
  MASTER_KEY: setting(
    '',
    '32 bytes in base64 or hex that encrypt secrets at rest. Generated in `DATA_DIR` on the first start; required with `DATABASE_URL`.',
    masterKey,
  ),
  NEW_MASTER_KEY: setting('', 'The new key for `key rotate`; not used otherwise.', masterKey),
  REDIS_URL: setting(
    '',
    'Redis 6+ or Valkey shared by several nodes, `redis://user:password@host:6379/0` or `rediss://…`, percent-encoded. Not needed for one node.',
    redisUrl,
  ),
  SMTP_URL: setting(
    '',
    'Mail server, `smtp://user:password@host:587` or `smtps://…`. Without it, e-mails are written to `DATA_DIR/outbox`.',
    smtpUrl,
  ),
  S3_URL: setting(
    '',
    'S3 bucket for uploaded files, `https://KEY:SECRET@host/bucket?region=eu-central-1`, key and secret percent-encoded, default region `us-east-1`. Without it, files are stored in `DATA_DIR/files`.',
    s3Url,
  ),
  MAIL_FROM: setting('', 'Sender of e-mails. Default: `Parley <no-reply@HOST>` with the host of `PUBLIC_URL`.', text),
  MAIL_DKIM: setting(
    '',
    'Signs e-mails: `domain:selector:keyfile`, with an RSA key in PEM. Its public key is in the DNS at `selector._domainkey.domain`.',
    readDkim,
  ),
  MAIL_IN_PORT: setting(
    '',
    'TCP port to receive bounces and complaints about campaigns on, by SMTP; together with `MAIL_IN_DOMAIN`.',
    (value) => (value ? wholeNumber(1, 65_535)(value) : undefined),
  ),
  MAIL_IN_DOMAIN: setting(
    '',
    'Domain of the addresses that bounces return to. Its MX record names this server, and mail to port 25 must arrive at `MAIL_IN_PORT`.',
    mailDomain,
  ),
  MAIL_IN_HOST: setting('', 'Address to listen on for bounces. Default: that of `HOST`.', text),
  TRUST_PROXY: setting(
    '',
    'Proxies whose `X-Forwarded-*` headers are trusted: comma-separated addresses or CIDRs.',
    addresses,
  ),
  COUNTRY_HEADER: setting(
    '',
    "Header with the visitor's two-letter country code, set by a proxy in `TRUST_PROXY`, such as `CF-IPCountry`. The proxy must always set or remove it.",
    headerName,
  ),
  GEOIP_FILE: setting(
    '',
    'MaxMind country database, such as `GeoLite2-Country.mmdb`, for visitors without `COUNTRY_HEADER`. Read on start.',
    countries,
  ),
  RATE_READS: setting(
    '600',
    'Reads (GET and HEAD) that one API token may make in a minute. The limits of the console and of visitors stay as they are.',
    wholeNumber(1, 1_000_000),
  ),
  RATE_WRITES: setting(
    '120',
    'Writes (POST, PUT, PATCH and DELETE) that one API token may make in a minute.',
    wholeNumber(1, 1_000_000),
  ),
  OUTBOUND_ALLOW: setting(
    '',
    'Private destinations the server may call, also over plain http: comma-separated addresses, CIDRs or host names, each with an optional port, such as `10.0.0.0/8, [::1]:9000, minio.internal:9000`.',
    parseAllowRules,
  ),
  AI_VENDOR_URLS: setting(
    '',
    "Gateways called in the place of AI vendors: `openai=URL,anthropic=URL,google=URL`, each optional. They are trusted: private addresses and plain http are allowed. A URL without a path gets the vendor's own (`/v1`, for Google `/v1beta`); one with a path is used as it is.",
    vendorUrls,
  ),
  MESSENGER_URLS: setting(
    '',
    'Addresses called in the place of messengers: `tg=URL,vk=URL`, each optional; also `wa`, `twilio`, `vb`, `fb`, `ok`, `mx`, `cian`, `ali`, `apple` and `avito`. Private ones must be in `OUTBOUND_ALLOW`.',
    messengerUrls,
  ),
  MESSENGER_INBOUND: setting(
    'auto',
    '`webhook`: messengers send updates to `PUBLIC_URL`; `polling`: they are polled where that is possible; `auto`: polled unless `PUBLIC_URL` is https.',
    oneOf('auto', 'webhook', 'polling'),
  ),
  AVITO_CLIENT_ID: setting('', 'Application of your Avito account, for connecting cabinets.', text),
  AVITO_CLIENT_SECRET: setting('', 'The secret of that application.', text),
  DEMO: setting(
    '',
    '`1`: a demo shop at `/demo`, and a demo owner on the first start; `0`: neither. Default: on, unless `DATABASE_URL` is set or `PUBLIC_URL` is https.',
    onOrOff,
  ),
  METRICS_TOKEN: setting('', 'Bearer token for `/metrics`; without it they are available only from localhost.', text),
  LOG_LEVEL: setting(
    'info',
    '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
};

interface Setting<T> {
  fallback: string;
  doc: string;
  parse: (value: string) => T;
}

export type Config = { [K in keyof typeof settings]: (typeof settings)[K] extends Setting<infer T> ? T : never };

/** Reads the whole environment, so that one start reports every invalid setting. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const errors: string[] = [];
  const entries = Object.entries<Setting<unknown>>(settings).map(([key, { fallback, parse }]) => {
    try {
      return [key, parse(env[key]?.trim() || fallback)];
    } catch (error) {
      errors.push(`${key} ${(error as Error).message}`);
      return [key, undefined];
    }
  });
  const config = Object.fromEntries(entries) as Config;
  if (config.DATABASE_URL && !config.MASTER_KEY && !errors.length) {
    errors.push(
      'MASTER_KEY is required with DATABASE_URL. Generate one with "openssl rand -base64 32" and keep it safe',
    );
  }
  if (config.COUNTRY_HEADER && !config.TRUST_PROXY?.length && !errors.length) {
    errors.push('COUNTRY_HEADER needs TRUST_PROXY: the header is trusted only from a proxy');
  }
  if (Boolean(config.AVITO_CLIENT_ID) !== Boolean(config.AVITO_CLIENT_SECRET) && !errors.length) {
    errors.push('AVITO_CLIENT_ID and AVITO_CLIENT_SECRET belong together: pass both or none');
  }
  if ((config.MAIL_IN_PORT === undefined) !== !config.MAIL_IN_DOMAIN && !errors.length) {
    errors.push('MAIL_IN_PORT and MAIL_IN_DOMAIN belong together: pass both or none');
  }
  if (errors.length) throw new StartupError(errors.join('\n'));
  config.DEMO ??= !config.DATABASE_URL && !config.PUBLIC_URL?.startsWith('https:');
  return config;
}

/** The environment, with what a `.env` in the working directory adds to it. */
export function readEnvironment() {
  if (statSync('.env', { throwIfNoEntry: false })?.isFile()) process.loadEnvFile('.env');
  return process.env;
}

/** Rows of the table in docs/guides/configuration.md. */
export function describeSettings() {
  return Object.entries<Setting<unknown>>(settings).map(([key, { fallback, doc }]) => ({ key, fallback, doc }));
}

function setting<T>(fallback: string, doc: string, parse: (value: string) => T): Setting<T> {
  return { fallback, doc, parse };
}

function text(value: string) {
  return value;
}

function addresses(value: string) {
  const parts = value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  for (const part of parts) {
    const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? [];
    if (!isIP(address) || Number(bits) > (isIP(address) === 4 ? 32 : 128))
      throw new Error('must be addresses or CIDRs, such as 127.0.0.1, 10.0.0.0/8');
  }
  return parts;
}

/** As Node.js writes names of headers. */
function headerName(value: string) {
  if (!/^[\w-]*$/.test(value)) throw new Error('must be a header name, such as CF-IPCountry');
  return value.toLowerCase();
}

function countries(value: string) {
  return value ? openCountries(path.resolve(value)) : undefined;
}

function directory(value: string) {
  return path.resolve(value);
}

function wholeNumber(min: number, max: number) {
  return (value: string) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new Error(`must be a whole number from ${min} to ${max}`);
    return number;
  };
}

function oneOf<const T extends string>(...allowed: T[]) {
  return (value: string) => {
    const found = allowed.find((each) => each === value);
    if (!found) throw new Error(`must be one of ${allowed.join(', ')}`);
    return found;
  };
}

/** Undefined when unset. */
function onOrOff(value: string) {
  if (value && value !== '1' && value !== '0') throw new Error('must be 1 or 0');
  return value ? value === '1' : undefined;
}

function origin(value: string) {
  if (!value) return undefined;
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new Error('must be a URL without a path, such as https://chat.example.com');
  }
  return url.origin;
}

function databaseUrl(value: string) {
  if (!value) return undefined;
  if (!URL.canParse(value) || !/^postgres(ql)?:\/\//.test(value)) {
    throw new Error('must look like postgres://user:password@host:5432/database');
  }
  return value;
}

function redisUrl(value: string) {
  if (!value) return undefined;
  const url = URL.parse(value);
  const isDecodable = [url?.username, url?.password].every((part) => !part || decoded(part));
  const isValid = url?.hostname && isDecodable && /^\/?\d*$/.test(url.pathname) && !url.search && !url.hash;
  if (!isValid || !/^rediss?:$/.test(url.protocol)) {
    throw new Error('must look like redis://user:password@host:6379/0, user and password percent-encoded');
  }
  return value;
}

function smtpUrl(value: string) {
  if (!value) return undefined;
  if (!URL.canParse(value) || !/^smtps?:\/\//.test(value))
    throw new Error('must look like smtp://user:password@host:587');
  return value;
}

/** So short that with the longest name before it an address has at most 254 octets. */
function mailDomain(value: string) {
  if (value && !/^(?=.{1,190}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/i.test(value))
    throw new Error('must be a domain name, such as bounces.example.com');
  return value.toLowerCase();
}

function s3Url(value: string): S3Settings | undefined {
  if (!value) return undefined;
  const url = URL.parse(value);
  const { region = 'us-east-1', ...others } = Object.fromEntries(url?.searchParams ?? []);
  const [, bucket, prefix] = /^\/([\w.-]{3,63})(?:\/([\w./-]+?))?\/?$/.exec(url?.pathname ?? '') ?? [];
  const [accessKey, secretKey] = [decoded(url?.username), decoded(url?.password)];
  const isValid =
    accessKey && secretKey && bucket && /^[\w-]+$/.test(region) && !url?.hash && !Object.keys(others).length;
  if (!url || !isValid || !/^https?:$/.test(url.protocol)) {
    throw new Error('must look like https://KEY:SECRET@host/bucket?region=us-east-1, key and secret percent-encoded');
  }
  if (url.protocol === 'http:' && !isNearby(url.hostname))
    throw new Error('must use https:// outside a private network');
  return { endpoint: url.origin, bucket, prefix: prefix ? `${prefix}/` : '', region, accessKey, secretKey };
}

function decoded(text = '') {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function vendorUrls(value: string) {
  const example = 'openai=https://gateway.example.com/v1,anthropic=https://…,google=https://…';
  return urlsByName(value, ['openai', 'anthropic', 'google'], example);
}

function messengerUrls(value: string) {
  const names = ['tg', 'vk', 'wa', 'twilio', 'vb', 'fb', 'ok', 'mx', 'cian', 'ali', 'apple', 'avito'] as const;
  return urlsByName(value, names, 'tg=https://telegram.example.com,vk=https://…');
}

function urlsByName<const Name extends string>(value: string, names: readonly Name[], example: string) {
  const entries = value.split(',').map((entry) => entry.trim());
  const pairs = entries.filter(Boolean).map((entry) => {
    const [, name, address = ''] = /^([^=]*?)\s*=\s*(.*)$/.exec(entry) ?? [];
    const known = names.find((each) => each === name);
    const url = URL.parse(address);
    if (!known || !url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
      throw new Error(`must look like ${example}`);
    return [known, url.href] as const;
  });
  const repeated = pairs.find(([name], place) => pairs.findIndex(([other]) => other === name) !== place);
  if (repeated) throw new Error(`names ${repeated[0]} more than once`);
  return Object.fromEntries(pairs) as Partial<Record<Name, string>>;
}

/** Loopback or a private network; a name without a dot is one of a container's network. */
function isNearby(hostname: string) {
  if (isIP(hostname)) return /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(hostname);
  return /^\[(::1\]|f[cd]..:|fe[89ab].:)|^[^.[]+$|\.(localhost|local|lan|internal)$/.test(hostname);
}

function masterKey(value: string) {
  if (!value) return undefined;
  if (/^[0-9a-f]{64}$/i.test(value)) return Buffer.from(value, 'hex');
  if (/^[\w+/-]{43}=?$/.test(value)) return Buffer.from(value, 'base64');
  throw new Error('must be 32 bytes in base64 or hex. Generate one with "openssl rand -base64 32"');
}
