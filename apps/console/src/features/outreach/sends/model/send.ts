import type { Broadcast, SendCounts, SendPreview } from '@parley/contract';

/** What goes out to many people, as the API and the addresses of the pages name it. */
export type SendKind = 'broadcasts' | 'campaigns';

/** A page of one. */
export const sendPaths = {
  broadcasts: '/outreach/broadcasts/$id',
  campaigns: '/outreach/campaigns/$id',
} as const;

/** What broadcasts and campaigns share. */
export type Send = Omit<Broadcast, 'channel' | 'settings' | 'counts'>;

/** One with recipients. */
export interface CountedSend extends Send {
  counts: SendCounts;
  settings: Pick<Broadcast['settings'], 'send_at' | 'window' | 'rate_per_minute' | 'min_gap_hours'>;
}

/** Whom a send would reach. */
export type Reach = Omit<SendPreview, 'samples'>;

/** Whether a start waits for a time. */
export const isAhead = (moment: string | undefined) => moment !== undefined && Date.parse(moment) > Date.now();
