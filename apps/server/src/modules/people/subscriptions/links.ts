import { timingSafeEqual } from 'node:crypto';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import * as suppressions from '../suppressions/index.ts';

/** Languages of the pages behind the links. */
const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];

const KINDS = ['unsubscribe', 'confirm'] as const;
type Kind = (typeof KINDS)[number];

/** What a link says by itself, so that it works when the contact, the campaign and the settings are gone. */
export interface Link {
  kind: Kind;
  language: Language;
  widgetId: number;
  /** The contact's number. */
  contact: number;
  /** Null outside of campaigns. */
  campaignId: number | null;
  issuedAt: number;
  /** Of the e-mail address, as suppressions have it. */
  hash: Buffer;
  /** Masked. */
  address: string;
}

interface Recipient {
  contact: number;
  email: string;
  language: Language;
  campaignId?: number;
}

const PATHS: Record<Kind, string> = { unsubscribe: 'u', confirm: 'confirm-subscription' };

export const pathOf = (kind: Kind) => `/${PATHS[kind]}/:token`;

/** Writes links for recipients of e-mails of the widget. */
export async function createLinks(ctx: InWidget, kind: Kind) {
  const { hash, sign } = await suppressions.ensureHashing(ctx);
  return ({ contact, email, language, campaignId }: Recipient) => {
    const payload = encode({
      ...{ kind, language, contact, widgetId: ctx.widgetId, campaignId: campaignId ?? null },
      issuedAt: Math.floor(ctx.now.epochMilliseconds / 1_000),
      hash: hash('email', email),
      address: suppressions.maskAddress('email', suppressions.normalizeAddress('email', email)),
    });
    const token = Buffer.concat([sign('links', payload).subarray(0, MAC_BYTES), payload]).toString('base64url');
    return `${ctx.publicUrl}/${PATHS[kind]}/${token}`;
  };
}

/** Undefined if the widget did not write it. */
export async function readLink(work: Read, kind: Kind, token: string): Promise<Link | undefined> {
  const bytes = Buffer.from(token, 'base64url');
  // One link has one address: what decoding would ignore is refused.
  if (bytes.length <= MAC_BYTES + HASH_AT + HASH_BYTES || bytes.toString('base64url') !== token) return undefined;
  const payload = bytes.subarray(MAC_BYTES);
  const link = decode(payload);
  if (link?.kind !== kind) return undefined;
  const { sign } = await suppressions.findHashing({ ...work, widgetId: link.widgetId });
  const isAuthentic = timingSafeEqual(bytes.subarray(0, MAC_BYTES), sign('links', payload).subarray(0, MAC_BYTES));
  return isAuthentic ? link : undefined;
}

const VERSION = 1;
const MAC_BYTES = 16;
const NUMBER_BYTES = 6;
const NUMBERS_AT = 3;
const HASH_AT = NUMBERS_AT + 4 * NUMBER_BYTES;
const HASH_BYTES = 32;

function encode({ kind, language, widgetId, contact, campaignId, issuedAt, hash, address }: Link) {
  const head = Buffer.alloc(HASH_AT);
  head.set([VERSION, KINDS.indexOf(kind), languages.indexOf(language)]);
  [widgetId, contact, campaignId ?? 0, issuedAt].forEach((value, at) => {
    head.writeUIntBE(value, NUMBERS_AT + at * NUMBER_BYTES, NUMBER_BYTES);
  });
  return Buffer.concat([head, hash, Buffer.from(address)]);
}

function decode(payload: Buffer): Link | undefined {
  const numberAt = (at: number) => payload.readUIntBE(NUMBERS_AT + at * NUMBER_BYTES, NUMBER_BYTES);
  const [version, kindAt = 0, languageAt = 0] = payload;
  const [kind, language] = [KINDS[kindAt], languages[languageAt]];
  if (version !== VERSION || !kind || !language) return undefined;
  return {
    ...{ kind, language, widgetId: numberAt(0), contact: numberAt(1), campaignId: numberAt(2) || null },
    issuedAt: numberAt(3),
    hash: payload.subarray(HASH_AT, HASH_AT + HASH_BYTES),
    address: payload.subarray(HASH_AT + HASH_BYTES).toString(),
  };
}
