import type { Lane } from '../data/tables.ts';

export const nameOf = ({ kind, destinationId }: Lane) => `${kind} ${destinationId}`;

interface LaneState extends Lane {
  inFlight: number;
  /** Something may be due in it. */
  mayBeDue: boolean;
  /** The last attempt failed. */
  isFailing: boolean;
}

const MAX_IN_FLIGHT = 256;
const MAX_IN_LANE = 32;
/** A failing destination gets few at a time, and all failing ones together at most half of the capacity. */
const MAX_IN_FAILING_LANE = 8;
const MAX_FAILING = MAX_IN_FLIGHT / 2;

/** Limits how many deliveries are in flight, in each lane and in all. */
export function createLanes() {
  const lanes = new Map<string, LaneState>();

  function get(lane: Lane) {
    const known = lanes.get(nameOf(lane)) ?? { ...lane, inFlight: 0, mayBeDue: false, isFailing: false };
    lanes.set(nameOf(lane), known);
    return known;
  }

  function forget(lane: LaneState) {
    if (!lane.inFlight && !lane.mayBeDue && !lane.isFailing) lanes.delete(nameOf(lane));
  }

  /** Divides free capacity among the lanes. */
  function divide(due: LaneState[], capacity: number) {
    const share = Math.ceil(capacity / Math.max(1, due.length));
    return due
      .map((lane) => ({ lane, capacity: Math.min(capacityOf(lane), share) }))
      .filter(({ capacity }) => capacity > 0);
  }

  return {
    markDue(lane: Lane) {
      get(lane).mayBeDue = true;
    },

    /** Lanes in which something may be due, with their free capacity. One marked from now on is claimed again. */
    claim() {
      const all = [...lanes.values()];
      const failing = all.filter(({ isFailing }) => isFailing);
      const healthy = all.filter(({ isFailing }) => !isFailing);
      const claimed = [
        ...divide(healthy.filter(mayBeDue), MAX_IN_FLIGHT - countIn(all)),
        ...divide(failing.filter(mayBeDue), MAX_FAILING - countIn(failing)),
      ];
      for (const { lane } of claimed) lane.mayBeDue = false;
      return claimed;
    },

    /** A lane that filled its capacity may have more that is due. */
    take(lane: Lane, { taken, capacity }: { taken: number; capacity: number }) {
      const state = get(lane);
      state.inFlight += taken;
      if (taken === capacity) state.mayBeDue = true;
      forget(state);
    },

    release(lane: Lane, { isFailed }: { isFailed: boolean }) {
      const state = get(lane);
      state.inFlight -= 1;
      state.isFailing = isFailed;
      forget(state);
    },
  };
}

export type Lanes = ReturnType<typeof createLanes>;

const mayBeDue = (lane: LaneState) => lane.mayBeDue;

function capacityOf({ inFlight, isFailing }: LaneState) {
  return (isFailing ? MAX_IN_FAILING_LANE : MAX_IN_LANE) - inFlight;
}

function countIn(lanes: LaneState[]) {
  return lanes.reduce((sum, { inFlight }) => sum + inFlight, 0);
}
