import { EventEmitter } from 'node:events';
import type { LeasedDelivery } from './leased-delivery.ts';
import type { Publication } from './publications.ts';
import type { Lane } from './tables.ts';

export interface HandedItem {
  lane: Lane;
  item: object;
}

/** What follows a commit. Nothing here may be lost for good: each listener also polls, or its clients ask again. */
interface Committed {
  events: [];
  /** Lanes in which something is due now. */
  woken: [lanes: Lane[]];
  /** Items of other queues that the commit added, leased to this node. */
  handed: [items: HandedItem[]];
  /** Deliveries that the commit added, leased to this node. */
  leased: [deliveries: LeasedDelivery[]];
  publications: [publications: Publication[]];
  /** Already sent to the other nodes with the commit. */
  notice: [topic: string, subject: string];
}

export interface Commits extends EventEmitter<Committed> {
  /** Until when a commit leases the deliveries it adds; undefined when this node can't send them at once. */
  leaseUntil: () => Temporal.Instant | undefined;
}

export const createCommits = (): Commits =>
  Object.assign(new EventEmitter<Committed>(), { leaseUntil: () => undefined });
