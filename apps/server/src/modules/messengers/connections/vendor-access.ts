import { buffer } from 'node:stream/consumers';
import type { MessengerSettings } from '../../../infra/messenger-settings.ts';
import type { Outbound } from '../../../infra/outbound/outbound.ts';
import type { Read } from '../../../kernel/data/context.ts';
import { type Access, createCall, type Driver, driverOf, type Exchange, VendorRefusal } from '../drivers/index.ts';
import { type GivenCredential, isTwilio } from './credentials.ts';
import { hookOf, open } from './secrets.ts';
import type { Connection } from './store/connections.ts';

/** An answer is small, or a list of a hundred updates. */
const MAX_ANSWER_BYTES = 8 * 1_048_576;

/** What calls of vendors need besides a connection. */
export interface VendorTools {
  outbound: Outbound;
  messengers: MessengerSettings;
}

export interface CallOptions {
  /** Shortens every call. */
  atMostMs?: number;
  signal?: AbortSignal;
}

export interface VendorLine {
  driver: Driver;
  access: Access;
}

/** The driver of a credential, with the way to call its vendor. */
export function lineOf(
  { now }: Pick<Read, 'now'>,
  tools: VendorTools,
  credential: GivenCredential & Partial<Pick<Access, 'account' | 'state' | 'hookUrl'>>,
  options: CallOptions = {},
): VendorLine {
  const { provider, account = null, state = {}, hookUrl = null, ...rest } = credential;
  const driver = driverOf({ provider, is_twilio: isTwilio(rest.sid) });
  const call = withoutSecrets(createCall(exchangeOver(tools.outbound, options), driver.classify), { ...rest, hookUrl });
  const hosts = hostsOf(driver, tools.messengers, credential);
  return { driver, access: { ...rest, account, state, hookUrl, hosts, call, now: now.epochMilliseconds } };
}

/** The same for a stored connection, with the token as it is. */
export function lineToStored(
  work: Pick<Read, 'now' | 'vault' | 'publicUrl'>,
  tools: VendorTools,
  connection: Connection,
  options?: CallOptions,
) {
  const { provider, account, state, url } = connection;
  const { token, sid, appSecret } = open(work.vault, connection);
  const { clientId = null, clientSecret = null } = provider === 'avito' ? (tools.messengers.avito ?? {}) : {};
  const hookUrl = hookOf(work.vault, work.publicUrl, connection).url;
  const credential = { provider, token, sid: sid ?? clientId, appSecret: appSecret ?? clientSecret, url };
  return lineOf(work, tools, { ...credential, account, state, hookUrl }, options);
}

/** Parts of a secret: longer than the words that vendors explain themselves with. */
const PART = /[\w-]{14,}/g;
const SHORTEST = 8;

/** Vendors repeat what they were called with: a secret in their words must not reach people or the log. */
function withoutSecrets(
  call: Access['call'],
  { token, sid, appSecret, hookUrl }: Pick<Access, 'token' | 'sid' | 'appSecret' | 'hookUrl'>,
): Access['call'] {
  const secrets = [token, sid, appSecret, hookUrl?.split('/').at(-1)]
    .flatMap((each) => (each ? [each, ...(each.match(PART) ?? [])] : []))
    .filter(({ length }) => length >= SHORTEST);
  const clean = (words: string | null) => words && secrets.reduce((said, each) => said.replaceAll(each, '…'), words);
  return (request) =>
    call(request).catch((error) => {
      if (!(error instanceof VendorRefusal)) throw error;
      const { verdict, code, detail, status } = error;
      throw new VendorRefusal({ verdict, code: clean(code), detail: clean(detail) }, status);
    });
}

function exchangeOver(outbound: Outbound, { atMostMs = Number.POSITIVE_INFINITY, signal }: CallOptions): Exchange {
  return async (url, { timeoutMs, ...options }) => {
    const limits = { maxBytes: MAX_ANSWER_BYTES, timeoutMs: Math.min(timeoutMs, atMostMs), signal };
    const response = await outbound.fetch(url, { ...options, ...limits });
    return { status: response.status, headers: response.headers, body: await buffer(response.body) };
  };
}

/** One address replaces all of a vendor's. */
function hostsOf(driver: Driver, { urls }: MessengerSettings, { provider, sid }: GivenCredential) {
  const replaced = urls[provider === 'wa' && isTwilio(sid) ? 'twilio' : provider]?.replace(/\/+$/, '');
  const hosts = Object.entries(driver.hosts).map(([name, host]) => [name, replaced ?? host]);
  return Object.fromEntries(hosts) as Record<string, string>;
}
