import type { Send } from './send.ts';

const LIVE_MS = 1_000;
export const LIST_MS = 5_000;
export const CALM_MS = 30_000;
const SOON_MS = 60_000;

/** How often a send is read again: each second while its numbers move. */
export function pollingOf({ status, scheduled_for, finished_at }: Send, now: number) {
  if (status === 'running') return LIVE_MS;
  if (status === 'scheduled') return Date.parse(scheduled_for ?? '') - now < SOON_MS ? LIVE_MS : CALM_MS;
  // Receipts and answers still come in.
  const isFresh = finished_at !== null && now - Date.parse(finished_at) < SOON_MS;
  return isFresh ? LIST_MS : CALM_MS;
}
