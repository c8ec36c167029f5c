import type { RecipientState, SendStatus } from '@parley/contract';

export const statuses = [
  'draft',
  'scheduled',
  'running',
  'paused',
  'finished',
  'cancelled',
] as const satisfies SendStatus[];

export interface BroadcastFilters {
  status?: SendStatus;
  channel?: string;
}

/** Filters are in the address, so that a list can be linked to. */
export function readBroadcastsSearch({ status, channel }: Record<string, unknown>): BroadcastFilters {
  const known = statuses.find((each) => each === status);
  return {
    ...(known && { status: known }),
    ...(typeof channel === 'string' && /^[a-z]{2,8}\d{0,16}$/.test(channel) && { channel }),
  };
}

/** Nobody bounces in a chat. */
export const recipientStates = ['pending', 'sent', 'failed', 'skipped', 'unknown'] as const satisfies RecipientState[];

interface BroadcastSearch {
  /** Of the recipients that are listed. */
  state?: RecipientState;
  /** Asks at once whether to start. */
  start?: true;
}

export function readBroadcastSearch({ state, start }: Record<string, unknown>): BroadcastSearch {
  const known = recipientStates.find((each) => each === state);
  return { ...(known && { state: known }), ...(start === true && { start }) };
}
