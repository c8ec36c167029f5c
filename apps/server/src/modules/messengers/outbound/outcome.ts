import type { DeliveryReason } from '@parley/contract';
import type { LeasedDelivery } from '../../../kernel/data/leased-delivery.ts';
import type { VendorRefusal } from '../drivers/index.ts';

/** How an attempt at a delivery ended. */
export type Outcome =
  | { kind: 'sent' }
  /** `isUnknown`: the messenger may have it. */
  | { kind: 'failed'; reason: DeliveryReason; code: string | null; detail: string | null; isUnknown?: true }
  /** Again later; `failures` counts attempts that the vendor is to blame for. */
  | { kind: 'later'; afterMs: number; failures: number; limitedSince: number | null; scope: 'chat' | 'connection' };

const MAX_ATTEMPTS = 4;
const BACKOFF_MS = [10_000, 20_000, 40_000];
/** Rate limits may delay a message by this much in all. */
const LONGEST_WAIT_MS = 15 * 60_000;
const DEFAULT_WAIT_MS = 1_000;

interface Before extends Pick<LeasedDelivery, 'failures'> {
  now: number;
  /** When a rate limit first held the message up. */
  limitedSince: number | null;
  /** Sent to many: a rate limit delays it for as long as it takes. */
  isOutreach: boolean;
  /** It must not be sent again, even if that means that the customer never gets it. */
  isOnce: boolean;
}

/** What follows from a refusal. */
export function judge({ verdict, code, detail, status }: VendorRefusal, before: Before): Outcome {
  const said = { code, detail };
  if (verdict.kind === 'refused') return fail(verdict.reason, said);
  if (verdict.kind === 'auth') return fail('credential_rejected', said);
  if (verdict.kind === 'rate') {
    const afterMs = verdict.seconds === undefined ? DEFAULT_WAIT_MS : verdict.seconds * 1_000;
    return waitForLimit(before, { afterMs, scope: verdict.scope, ...said });
  }
  if (before.isOnce) return status === null ? unknown() : fail('provider_unavailable', said);
  const failures = before.failures + 1;
  if (failures >= MAX_ATTEMPTS) return fail('provider_unavailable', said);
  const { limitedSince } = before;
  return { kind: 'later', afterMs: BACKOFF_MS[failures - 1] ?? 0, failures, limitedSince, scope: 'chat' };
}

interface Limit {
  afterMs: number;
  scope: 'chat' | 'connection';
  code?: string | null;
  detail?: string | null;
}

/** Waits as long as the vendor wants, unless that is too long for a message. */
export function waitForLimit(before: Before, { afterMs, scope, ...said }: Limit): Outcome {
  const { now, failures, isOutreach } = before;
  const limitedSince = before.limitedSince ?? now;
  if (!isOutreach && now + afterMs - limitedSince > LONGEST_WAIT_MS) return fail('rate_limited', said);
  return { kind: 'later', afterMs, failures, limitedSince, scope };
}

/** Nobody knows whether the messenger has it. */
export const unknown = (): Failed => ({
  ...fail('provider_unavailable', { detail: 'It may have arrived: the messenger did not answer.' }),
  isUnknown: true,
});

type Failed = Extract<Outcome, { kind: 'failed' }>;

export function fail(
  reason: DeliveryReason,
  { code = null, detail = null }: { code?: string | null; detail?: string | null } = {},
): Failed {
  return { kind: 'failed', reason, code, detail };
}
