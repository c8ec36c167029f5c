import type { Lane } from '../data/tables.ts';

export const nameOf = ({ kind, destinationId }: Lane) => `${kind} ${destinationId}`;

interface LaneState extends Lane {
  inFlight: number;
  /** Something may be due in it. */
  isWanted: boolean;
  /** The last attempt failed. */
  isFailing: boolean;
}

const MAX_IN_FLIGHT = 256;
const MAX_IN_LANE = 32;
/** A failing destination gets few at a time, and all failing ones together at most half of the room. */
const MAX_IN_FAILING_LANE = 8;
const MAX_FAILING = MAX_IN_FLIGHT / 2;

/** Limits how many deliveries are in flight, in each lane and in all. */
export function createLanes() {
  const lanes = new Map<string, LaneState>();

  function get(lane: Lane) {
    const known = lanes.get(nameOf(lane)) ?? { ...lane, inFlight: 0, isWanted: false, isFailing: false };
    lanes.set(nameOf(lane), known);
    return known;
  }

  function forget(lane: LaneState) {
    if (!lane.inFlight && !lane.isWanted && !lane.isFailing) lanes.delete(nameOf(lane));
  }

  /** Divides the room among the lanes. */
  function divide(wanted: LaneState[], room: number) {
    const each = Math.ceil(room / Math.max(1, wanted.length));
    return wanted.map((lane) => ({ lane, room: Math.min(roomIn(lane), each) })).filter(({ room }) => room > 0);
  }

  return {
    want(lane: Lane) {
      get(lane).isWanted = true;
    },

    /** Lanes in which something may be due, with their room. A wish from now on counts again. */
    claim() {
      const all = [...lanes.values()];
      const failing = all.filter(({ isFailing }) => isFailing);
      const healthy = all.filter(({ isFailing }) => !isFailing);
      const claimed = [
        ...divide(healthy.filter(isWanted), MAX_IN_FLIGHT - countIn(all)),
        ...divide(failing.filter(isWanted), MAX_FAILING - countIn(failing)),
      ];
      for (const { lane } of claimed) lane.isWanted = false;
      return claimed;
    },

    /** A lane that filled its room may have more that is due. */
    take(lane: Lane, { taken, room }: { taken: number; room: number }) {
      const state = get(lane);
      state.inFlight += taken;
      if (taken === room) state.isWanted = true;
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

const isWanted = (lane: LaneState) => lane.isWanted;

function roomIn({ inFlight, isFailing }: LaneState) {
  return (isFailing ? MAX_IN_FAILING_LANE : MAX_IN_LANE) - inFlight;
}

function countIn(lanes: LaneState[]) {
  return lanes.reduce((sum, { inFlight }) => sum + inFlight, 0);
}
