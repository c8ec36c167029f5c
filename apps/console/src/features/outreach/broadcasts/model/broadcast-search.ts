import type { SendStatus } from '@parley/contract';
import { readStatus } from '../../sends/model/send-search.ts';

export interface BroadcastFilters {
  status?: SendStatus;
  channel?: string;
}

/** Filters are in the address, so that a list can be linked to. */
export function readBroadcastsSearch({ status, channel }: Record<string, unknown>): BroadcastFilters {
  const known = readStatus(status);
  return {
    ...(known && { status: known }),
    ...(typeof channel === 'string' && /^[a-z]{2,8}\d{0,16}$/.test(channel) && { channel }),
  };
}
