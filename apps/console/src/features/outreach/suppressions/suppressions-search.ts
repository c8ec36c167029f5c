import type { SuppressionReason } from '@parley/contract';

export const reasons = [
  'manual',
  'unsubscribed',
  'stop_word',
  'complained',
  'bounced',
  'recipient_blocked',
] as const satisfies SuppressionReason[];

export interface SuppressionFilters {
  reason?: SuppressionReason;
  channel?: string;
}

/** Filters are in the address, so that a list can be linked to. */
export function readSuppressionsSearch({ reason, channel }: Record<string, unknown>): SuppressionFilters {
  const known = reasons.find((each) => each === reason);
  return {
    ...(known && { reason: known }),
    ...(typeof channel === 'string' && /^[a-z]{2,8}\d{0,16}$/.test(channel) && { channel }),
  };
}
