import type { Lane } from '../data/tables.ts';

export const nameOf = ({ kind, destinationId }: Lane) => `${kind} ${destinationId}`;

interface LaneState extends Lane {
  inFlight: number;
  /** The last attempt failed. */
  isFailing: boolean;
}

/** Of one node. */
const MAX_IN_FLIGHT = 256;
/** All failing lanes together get at most half of the capacity. */
const MAX_FAILING = MAX_IN_FLIGHT / 2;

export interface LaneLimits {
  inLane: number;
  /** A failing destination gets few at a time. */
  inFailingLane: number;
}

/**
 * Limits how many items are in flight, in each lane and in all. While a lease is under way, commits may fill the same
 * capacity, so for a moment there can be twice as many.
 */
export function createLanes({ inLane, inFailingLane }: LaneLimits) {
  const lanes = new Map<string, LaneState>();
  /** Lanes in which something may be due. */
  const due = new Set<LaneState>();
  const inFlight = { healthy: 0, failing: 0 };

  function get(lane: Lane) {
    const known = lanes.get(nameOf(lane)) ?? { ...lane, inFlight: 0, isFailing: false };
    lanes.set(nameOf(lane), known);
    return known;
  }

  function forget(lane: LaneState) {
    if (!lane.inFlight && !lane.isFailing && !due.has(lane)) lanes.delete(nameOf(lane));
  }

  function add(lane: LaneState, count: number) {
    lane.inFlight += count;
    inFlight[lane.isFailing ? 'failing' : 'healthy'] += count;
  }

  const capacityOf = (lane: LaneState) => (lane.isFailing ? inFailingLane : inLane) - lane.inFlight;
  const freeOfAll = () => MAX_IN_FLIGHT - inFlight.healthy - inFlight.failing;
  const freeOfFailing = () => MAX_FAILING - inFlight.failing;

  /** Divides free capacity among the lanes. */
  function divide(claimed: LaneState[], capacity: number) {
    const share = Math.ceil(capacity / Math.max(1, claimed.length));
    return claimed
      .map((lane) => ({ lane, capacity: Math.min(capacityOf(lane), share) }))
      .filter(({ capacity }) => capacity > 0);
  }

  return {
    markDue(lane: Lane) {
      due.add(get(lane));
    },

    hasDue: () => due.size > 0,
    hasCapacity: () => freeOfAll() > 0,
    inFlight: () => inFlight.healthy + inFlight.failing,

    /** Lanes in which something may be due, with their free capacity. One marked from now on is claimed again. */
    claim() {
      const all = [...due];
      const claimed = [
        ...divide(
          all.filter(({ isFailing }) => !isFailing),
          freeOfAll(),
        ),
        ...divide(
          all.filter(({ isFailing }) => isFailing),
          freeOfFailing(),
        ),
      ];
      for (const { lane } of claimed) due.delete(lane);
      return claimed;
    },

    /** A lane that filled its capacity may have more that is due. */
    take(lane: Lane, { taken, capacity }: { taken: number; capacity: number }) {
      const state = get(lane);
      add(state, taken);
      if (taken === capacity) due.add(state);
      forget(state);
    },

    /** Takes an item that a commit leased, unless its lane is full or others wait in it. */
    admit(lane: Lane) {
      const state = get(lane);
      const isAdmitted =
        !due.has(state) && capacityOf(state) > 0 && freeOfAll() > 0 && (!state.isFailing || freeOfFailing() > 0);
      if (isAdmitted) add(state, 1);
      forget(state);
      return isAdmitted;
    },

    release(lane: Lane, { isFailed }: { isFailed: boolean }) {
      const state = get(lane);
      const others = state.inFlight - 1;
      add(state, -state.inFlight);
      state.isFailing = isFailed;
      add(state, others);
      forget(state);
    },
  };
}

export type Lanes = ReturnType<typeof createLanes>;
