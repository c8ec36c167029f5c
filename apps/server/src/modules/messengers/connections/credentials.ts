import type { MessengerProvider } from '@parley/contract';
import type { Before, Context, Read } from '../../../kernel/data/context.ts';
import { checkAddress } from '../../../kernel/http/outside-addresses.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import type { Vendor } from '../drivers/index.ts';
import { isWritable } from './serialize.ts';

/** Members of the body of `PUT /v1/messengers/{provider}`. */
export interface GivenMembers {
  url?: string | null;
  token?: string;
  sid?: string;
  app_secret?: string | null;
}

/** A messenger with a credential of its own. */
export type WritableProvider = Exclude<MessengerProvider, 'vk' | 'custom'>;

export function requireWritable(provider: MessengerProvider): WritableProvider {
  if (!isWritable(provider)) throw problem('provider_not_writable');
  return provider as WritableProvider;
}

/** A credential before it is stored. */
export interface GivenCredential {
  provider: Vendor;
  token: string;
  sid: string | null;
  appSecret: string | null;
  url: string | null;
}

/** A Twilio account, in the place of Meta's number. */
export const isTwilio = (sid: string | null | undefined) => sid?.startsWith('AC') ?? false;

const UNKNOWN = 'is an unknown field';
const REQUIRED = 'is required';

/** Checks what each messenger needs; the schema knows only what all have in common. */
export async function readCredential(
  ctx: Before<Context<Read>>,
  provider: WritableProvider,
  { url, token, sid, app_secret }: GivenMembers,
): Promise<GivenCredential> {
  const hasSid = provider === 'wa' || provider === 'apple';
  const hasAppSecret = provider === 'wa' || provider === 'fb';
  const errors: Record<string, string> = {
    ...(url === undefined && { url: REQUIRED }),
    ...(token === undefined && { token: REQUIRED }),
    ...(hasSid && sid === undefined && { sid: REQUIRED }),
    ...(!hasSid && sid !== undefined && { sid: UNKNOWN }),
    ...(!hasAppSecret && app_secret !== undefined && { app_secret: UNKNOWN }),
    ...(sid !== undefined && hasSid && errorOfSid(provider, sid)),
    ...errorOfUrl(provider, { url, sid }),
  };
  if (Object.keys(errors).length) throw invalid(errors);
  if (provider === 'apple' && url) await checkAddress(ctx, 'url', url);
  return { provider, token: token ?? '', sid: sid ?? null, appSecret: app_secret ?? null, url: url ?? null };
}

function errorOfSid(provider: Vendor, sid: string): Record<string, string> {
  if (provider === 'wa') {
    const isKnown = /^\d{1,32}$/.test(sid) || /^AC[0-9A-Za-z]+$/.test(sid);
    return isKnown ? {} : { sid: 'must be the id of a number at Meta, or a Twilio account (AC…)' };
  }
  return /^[^:]+:[^:]+$/.test(sid) ? {} : { sid: 'must be <MSP id>:<business id>' };
}

const HTTPS = 'must be an absolute https:// URL without user and password';

function errorOfUrl(provider: Vendor, { url, sid }: Pick<GivenMembers, 'url' | 'sid'>): Record<string, string> {
  const isRented = provider === 'wa' && isTwilio(sid);
  if (url === undefined) return {};
  if (url === null) {
    if (provider === 'apple') return { url: 'is required: it is the address of the gateway' };
    return isRented ? { url: NUMBER } : {};
  }
  const parsed = /[\s\\\p{Cc}]/u.test(url) ? null : URL.parse(url);
  const isAllowed = parsed?.protocol === 'https:' || (provider === 'vb' && parsed?.protocol === 'viber:');
  if (!parsed || !isAllowed || parsed.username || parsed.password || /^https:\/\/+[^/?#]*@/i.test(url))
    return { url: HTTPS };
  if (parsed.protocol === 'https:' && !/^https:\/\//i.test(url)) return { url: HTTPS };
  return isRented && !numberIn(url) ? { url: NUMBER } : {};
}

const NUMBER = 'must contain the number that sends, such as https://wa.me/15550100';

/** The digits of the number that a link leads to. */
const numberIn = (url: string) => /(?:^|\D)(\d{7,15})(?:\D|$)/.exec(url)?.[1];

/** The account, as far as the credential says by itself. */
export function accountIdIn({ provider, token, sid, url }: GivenCredential) {
  if (provider === 'tg') return /^(\d{1,20}):/.exec(token)?.[1];
  // Meta's id of a number is part of the credential: the account is the number itself, which Meta tells.
  if (provider === 'wa') return isTwilio(sid) ? numberIn(url ?? '') : undefined;
  return provider === 'apple' ? sid?.split(':')[1] : undefined;
}
