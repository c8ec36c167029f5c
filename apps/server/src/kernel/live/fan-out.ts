import type { Namespace } from 'socket.io';
import type { Bus } from '../../infra/bus/bus.ts';
import type { Publication } from '../data/publications.ts';
import { inSlices } from './slices.ts';

type NamespaceName = 'visitor' | 'agent';

interface FanOutOptions {
  namespaces: Record<NamespaceName, Namespace>;
  bus: Bus;
  /** Whether there is no other node. */
  isAlone: () => boolean;
}

/** What one node sends to the others. */
type Emission = [namespace: NamespaceName, room: string, name: string, data: unknown];

/** Sends live events to sockets of this node, and over the bus to those of other nodes. */
export function createFanOut({ namespaces, bus, isAlone }: FanOutOptions) {
  const hasRoom = (namespace: NamespaceName, room: string) => namespaces[namespace].adapter.rooms.has(room);

  bus.on((text) => {
    for (const [namespace, room, name, data] of parseEmissions(text)) {
      if (hasRoom(namespace, room)) namespaces[namespace].to(room).emit(name, data);
    }
  });
  bus.onGap(() => {
    for (const { sockets } of Object.values(namespaces)) {
      inSlices([...sockets.values()], (socket) => void socket.emit('stale', {}));
    }
  });

  return function fanOut(publications: Publication[]) {
    const isShared = !isAlone();
    const emissions: Emission[] = [];
    for (const { event, payload, rooms } of byPayload(publications)) {
      const { namespace, name } = event;
      const here = rooms.filter((room) => hasRoom(namespace, room));
      if (!isShared && !here.length) continue;
      const data = payload();
      // Encoded once for all rooms, and not at all if they are empty.
      if (here.length) namespaces[namespace].to(here).emit(name, data);
      if (isShared) for (const room of rooms) emissions.push([namespace, room, name, data]);
    }
    if (emissions.length) bus.send(JSON.stringify(emissions));
  };
}

type Broadcast = Pick<Publication, 'event' | 'payload'> & { rooms: string[] };

/** Joins successive publications of one payload, such as those to each agent with access to an internal chat. */
function byPayload(publications: Publication[]) {
  const broadcasts: Broadcast[] = [];
  for (const { event, payload, room } of publications) {
    const last = broadcasts.at(-1);
    if (last?.payload === payload && last.event === event) last.rooms.push(room);
    else broadcasts.push({ event, payload, rooms: [room] });
  }
  return broadcasts;
}

/** During a rolling upgrade, another release may send something this one does not know. */
function parseEmissions(text: string): Emission[] {
  try {
    const emissions: Emission[] = JSON.parse(text);
    return emissions.filter(([namespace]) => namespace === 'visitor' || namespace === 'agent');
  } catch {
    return [];
  }
}
