import type { DeliveryReason } from '@parley/contract';
import { type Access, type VendorAnswer, VendorRefusal, verdictOfFailure } from '../access.ts';
import type { Classified, Verdict } from '../driver.ts';
import { type Json, textOf } from '../requests.ts';

export const VERSION = '5.199';

type Values = Record<string, string | number>;

/** The token goes in the body, so that it is in no address. */
export async function callMethod({ call, hosts, token }: Access, name: string, values: Values = {}): Promise<Json> {
  const all = { ...values, access_token: token, v: VERSION };
  const form = Object.fromEntries(Object.entries(all).map(([key, value]) => [key, String(value)]));
  const { json } = await call({ url: `${hosts.api}/method/${name}`, form });
  if (json.response === undefined) throw new TypeError('VK answered without a response');
  return json.response;
}

export const hasCode = (error: unknown, ...codes: string[]): error is VendorRefusal =>
  error instanceof VendorRefusal && codes.includes(error.code ?? '');

const VERDICTS: Record<number, Verdict> = {
  1: { kind: 'retry' },
  5: { kind: 'auth' },
  6: { kind: 'rate', scope: 'connection' },
  // Too many of the same kind: other chats are not affected.
  9: { kind: 'rate', scope: 'chat' },
  10: { kind: 'retry' },
  27: { kind: 'auth' },
  29: { kind: 'rate', scope: 'connection' },
};

const REASONS: Record<number, DeliveryReason> = {
  18: 'recipient_unknown',
  113: 'recipient_unknown',
  900: 'recipient_blocked',
  901: 'recipient_blocked',
  902: 'recipient_blocked',
  910: 'too_large',
  936: 'recipient_unknown',
  950: 'window_closed',
};

/** The token lacks a permission, or may not see this. */
const FORBIDDEN = [7, 15];

/** The API answers everything with 200; other statuses are of what is before it, or of the servers for uploads. */
export function classify({ status, json }: VendorAnswer): Classified {
  if (status === 429) return { verdict: { kind: 'rate', scope: 'connection' }, code: '429' };
  if (status >= 400 || typeof json !== 'object' || json === null) {
    return { verdict: verdictOfFailure(status), code: String(status) };
  }
  const { error } = json;
  if (error === undefined) return { verdict: { kind: 'ok' } };
  // What the servers for uploads say.
  if (typeof error?.error_code !== 'number') {
    const detail = textOf(json.error_descr) ?? textOf(error) ?? null;
    return { verdict: { kind: 'refused', reason: 'content_rejected' }, detail };
  }
  const code: number = error.error_code;
  const reason = REASONS[code] ?? 'content_rejected';
  return {
    verdict: VERDICTS[code] ?? {
      kind: 'refused',
      reason,
      ...(FORBIDDEN.includes(code) && { hookReason: 'permission_missing' }),
    },
    code: String(code),
    detail: textOf(error.error_msg) ?? null,
  };
}
