import type { Read } from '../data/context.ts';
import type { LeasedDelivery } from '../data/leased-delivery.ts';
import type { Outcome } from './store.ts';

export interface DeliveryResponse {
  status: number;
  /** The beginning of the body. */
  text: string;
}

/** Sends the request of one delivery, as of the time that is logged. */
export type SendRequest = (at: Temporal.Instant) => Promise<DeliveryResponse>;

/** Builds the requests of one kind of delivery. */
export interface Courier {
  /** Requests by delivery id. A delivery without one is skipped: its destination no longer wants it. */
  prepare: (work: Read, deliveries: LeasedDelivery[]) => Promise<Map<number, SendRequest>>;
  /** Stores what became of deliveries, before they are settled: a node that dies in between does it again. */
  recordOutcomes?: (outcomes: Outcome[]) => Promise<void>;
  /** Acts on a 2xx response. Runs before the delivery is settled, so at least once. */
  processResponse?: (delivery: LeasedDelivery, response: DeliveryResponse) => Promise<void>;
}

interface Delivering {
  /** Aborted when the server stops. */
  closing: AbortSignal;
  /**
   * Asked right before the first call for a message that is sent to many. False: the message must not go out now, and that is
   * settled already. Suspect: something seems to be in the way.
   */
  begin: (options?: { isSuspect: boolean }) => Promise<boolean>;
}

/** Sends deliveries whose outcomes are more than an answer, and settles each by itself. */
export interface SettlingCourier {
  /** Resolves to whether the destination failed to accept it. */
  deliver: (delivery: LeasedDelivery, delivering: Delivering) => Promise<boolean>;
}

export interface BroadcastCourier extends Courier {
  /** Returns the ids of those that may begin now, of any kind. What becomes of the others is settled. */
  begin: (deliveries: LeasedDelivery[], options?: { isSuspect: boolean }) => Promise<Set<number>>;
}

export type Couriers = Record<Exclude<LeasedDelivery['kind'], 'messenger' | 'broadcast'>, Courier> & {
  messenger: SettlingCourier;
  broadcast: BroadcastCourier;
};
