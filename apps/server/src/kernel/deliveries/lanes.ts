/** Deliveries of one kind to one destination. A destination that is slow or gone holds up its own lane and no other. */
export interface Lane {
  kind: 'native' | 'legacy' | 'channel';
  destinationId: number;
}

export const nameOf = ({ kind, destinationId }: Lane) => `${kind} ${destinationId}`;

interface LaneState extends Lane {
  inFlight: number;
  /** Something may be due. */
  isWanted: boolean;
  /** The last attempt came to nothing. */
  isFailing: boolean;
}

const MOST_IN_FLIGHT = 256;
const MOST_IN_LANE = 32;
/** Whoever did not answer is asked by few at a time, and however many of them there are, half of the room is not theirs. */
const MOST_IN_FAILING_LANE = 8;
const MOST_FAILING = MOST_IN_FLIGHT / 2;

/** How many may be sent to whom at the moment. */
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

  /** Each gets its share of what room there is. */
  function share(wanted: LaneState[], room: number) {
    const each = Math.ceil(room / Math.max(1, wanted.length));
    return wanted.map((lane) => ({ lane, room: Math.min(roomIn(lane), each) })).filter(({ room }) => room > 0);
  }

  return {
    want(lane: Lane) {
      get(lane).isWanted = true;
    },

    /** Lanes with something to do, and the room that there is for it. What is wanted from now on is wanted anew. */
    claim() {
      const all = [...lanes.values()];
      const failing = all.filter(({ isFailing }) => isFailing);
      const healthy = all.filter(({ isFailing }) => !isFailing);
      const claimed = [
        ...share(healthy.filter(isWanted), MOST_IN_FLIGHT - countIn(all)),
        ...share(failing.filter(isWanted), MOST_FAILING - countIn(failing)),
      ];
      for (const { lane } of claimed) lane.isWanted = false;
      return claimed;
    },

    /** So many were taken: as many as there was room for may not be all that is due. */
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

const isWanted = (lane: LaneState) => lane.isWanted;

function roomIn({ inFlight, isFailing }: LaneState) {
  return (isFailing ? MOST_IN_FAILING_LANE : MOST_IN_LANE) - inFlight;
}

function countIn(lanes: LaneState[]) {
  return lanes.reduce((sum, { inFlight }) => sum + inFlight, 0);
}
