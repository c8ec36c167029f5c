import type { DeliveryReason } from '@parley/contract';
import type { Attempt } from '../data/tables.ts';

const DETAIL_CHARACTERS = 200;

/** Why a reply or a broadcast did not reach a custom channel, by its last attempt. */
export function failureOf(attempt: Attempt | null): {
  reason: DeliveryReason;
  code: string | null;
  detail: string | null;
} {
  const status = attempt?.status ?? null;
  const said = attempt?.error ?? attempt?.answer?.slice(0, DETAIL_CHARACTERS).toWellFormed();
  return { reason: reasonOf(status), code: status === null ? null : String(status), detail: said || null };
}

/** Of a response that is no 2xx; null: there was none. */
function reasonOf(status: number | null): DeliveryReason {
  if (status === null || status < 400 || status >= 500) return 'provider_unavailable';
  return REFUSALS[status] ?? 'content_rejected';
}

const REFUSALS: Record<number, DeliveryReason> = {
  401: 'credential_rejected',
  403: 'credential_rejected',
  404: 'recipient_unknown',
  410: 'recipient_unknown',
  413: 'too_large',
  429: 'rate_limited',
};
