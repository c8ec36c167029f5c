import type { DeliveryReason } from '@parley/contract';
import { type Access, type VendorAnswer, verdictOfFailure } from './access.ts';
import type { Account, Classified, HookRequest, Reading, Receiver, Verdict } from './driver.ts';
import { equalsSecret, hmacHex, idOf, type Json, textOf } from './requests.ts';

// What WhatsApp and Messenger share: Meta's Graph API, https://developers.facebook.com/docs/graph-api

/** Address of a node or an edge. */
export const graph = ({ hosts }: Access, path: string) => `${hosts.api}/v23.0/${path}`;

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export const refused = (reason: DeliveryReason): Verdict => ({ kind: 'refused', reason });

export const LIMITED: Verdict = { kind: 'rate', scope: 'connection' };

const CODES: Record<number, Verdict> = { 0: { kind: 'auth' }, 190: { kind: 'auth' }, 4: LIMITED };

/** An error of the Graph API, by the codes that all of it has and those of one product. */
export function classifyGraph(
  answer: VendorAnswer,
  byCode: (code: number, subcode: string | undefined) => Verdict | undefined,
): Classified {
  const { status, json } = answer;
  const error = json?.error;
  if (status < 300 && json && !error) return { verdict: { kind: 'ok' } };
  const { code, error_subcode: subcode } = error ?? {};
  const known = typeof code === 'number' ? (CODES[code] ?? byCode(code, idOf(subcode))) : undefined;
  const forbidden: Verdict | undefined = isForbidden(code)
    ? { kind: 'refused', reason: 'content_rejected', hookReason: 'permission_missing' }
    : undefined;
  const moment: Verdict | undefined = error?.is_transient === true ? { kind: 'retry' } : undefined;
  const verdict = verdictOfRefusal(answer, { known: known ?? forbidden ?? moment, isVendors: Boolean(error) });
  return { verdict, code: idOf(code) ?? String(status), detail: detailOf(error) };
}

/** The token lacks a permission. */
const isForbidden = (code: unknown) => typeof code === 'number' && (code === 10 || (code >= 200 && code < 300));

/** By the code if it is known, else by the status. What is no error of the vendor's comes from something in between. */
export function verdictOfRefusal(
  { status, headers }: VendorAnswer,
  { known, isVendors }: { known: Verdict | undefined; isVendors: boolean },
): Verdict {
  const verdict = known ?? (status === 429 ? LIMITED : undefined);
  if (verdict?.kind === 'rate') return { ...verdict, seconds: Number(headers['retry-after']) || undefined };
  if (verdict) return verdict;
  if (status === 401) return { kind: 'auth' };
  return isVendors && status < 500 ? refused('content_rejected') : verdictOfFailure(status);
}

/** Meta quotes a token that it cannot read. */
const QUOTED_TOKEN = /(malformed access token).*/is;

function detailOf(error: Json) {
  const detail = textOf(error?.error_data?.details) ?? textOf(error?.message);
  return detail?.replace(QUOTED_TOKEN, '$1') ?? null;
}

/** Why a message failed that was accepted before. */
export function reasonOf(verdict: Verdict | undefined): DeliveryReason {
  if (verdict?.kind === 'refused') return verdict.reason;
  if (verdict?.kind === 'auth') return 'credential_rejected';
  if (verdict?.kind === 'rate') return 'rate_limited';
  return verdict?.kind === 'retry' ? 'provider_unavailable' : 'content_rejected';
}

/** GET: the challenge of a registration. POST: signed with the app secret; without it the key in the path guards. */
export function authenticateMeta({ method, query, headers, body }: HookRequest, { hook, appSecret }: Receiver) {
  if (method === 'GET') return equalsSecret(query.get('hub.verify_token') ?? undefined, hook.secret);
  return (
    appSecret === null || equalsSecret(headers['x-hub-signature-256'], `sha256=${hmacHex('sha256', appSecret, body)}`)
  );
}

/** Proves to Meta that the hook is ours. */
export function readChallenge({ query }: HookRequest): Reading | 'malformed' {
  const challenge = query.get('hub.challenge');
  return challenge === null ? 'malformed' : { events: [], answer: { type: 'text/plain', body: challenge } };
}

/** WhatsApp has no start parameter: the code is in the message that its link suggests. */
const CODE = /^Hello! \(([\w-]{16,43})\)(?!\S)/;

export function linkToWhatsApp({ username }: Account, code: string) {
  const digits = digitsOf(username ?? '');
  return digits ? `https://wa.me/${digits}?text=${encodeURIComponent(`Hello! (${code})`)}` : undefined;
}

export const codeIn = (text: string | undefined) => CODE.exec(text ?? '')?.[1];

/** A phone number, as WhatsApp identifies people. */
export const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

const EXTENSIONS: Record<string, string> = {
  jpeg: 'jpg',
  mpeg: 'mp3',
  plain: 'txt',
  quicktime: 'mov',
  vcard: 'vcf',
  'x-vcard': 'vcf',
  msword: 'doc',
  'vnd.ms-excel': 'xls',
  'vnd.ms-powerpoint': 'ppt',
  'vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
};

/** A name for a file that WhatsApp gives none: `voice.ogg`. */
export function nameOfFile(kind: string, type: unknown) {
  const subtype = /^\w+\/([^;\s]+)/.exec(textOf(type) ?? '')?.[1]?.toLowerCase() ?? '';
  const extension = EXTENSIONS[subtype] ?? (/^[a-z0-9]{2,4}$/.test(subtype) ? subtype : undefined);
  return extension ? `${kind}.${extension}` : kind;
}
