import type { DeliveryReason } from '@parley/contract';
import type { LeasedDelivery } from '../../../kernel/data/leased-delivery.ts';
import type { VendorRefusal } from '../drivers/index.ts';

/** How an attempt at a delivery ended. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'failed'; reason: DeliveryReason; code: string | null; detail: string | null }
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
}

/** What follows from a refusal. */
export function judge({ verdict, code, detail }: VendorRefusal, before: Before): Outcome {
  const said = { code, detail };
  if (verdict.kind === 'refused') return fail(verdict.reason, said);
  if (verdict.kind === 'auth') return fail('credential_rejected', said);
  if (verdict.kind === 'rate') {
    const afterMs = verdict.seconds === undefined ? DEFAULT_WAIT_MS : verdict.seconds * 1_000;
    return waitForLimit(before, { afterMs, scope: verdict.scope, ...said });
  }
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
  const { now, failures } = before;
  const limitedSince = before.limitedSince ?? now;
  if (now + afterMs - limitedSince > LONGEST_WAIT_MS) return fail('rate_limited', said);
  return { kind: 'later', afterMs, failures, limitedSince, scope };
}

export function fail(
  reason: DeliveryReason,
  { code = null, detail = null }: { code?: string | null; detail?: string | null } = {},
): Extract<Outcome, { kind: 'failed' }> {
  return { kind: 'failed', reason, code, detail };
}
