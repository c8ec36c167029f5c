import type { Namespace } from 'socket.io';
import type { Bus } from '../../infra/bus/bus.ts';
import type { Publication } from '../data/publications.ts';
import { inSlices } from './slices.ts';

interface FanOutOptions {
  namespaces: Record<'visitor' | 'agent', Namespace>;
  bus: Bus;
  /** Whether there is no other node. */
  isAlone: () => boolean;
}

/** What one node sends to the others. */
type Emission = [namespace: 'visitor' | 'agent', room: string, name: string, data: unknown];

/** Sends live events to sockets of this node, and over the bus to those of other nodes. */
export function createFanOut({ namespaces, bus, isAlone }: FanOutOptions) {
  const hasRoom = (namespace: 'visitor' | 'agent', room: string) => namespaces[namespace].adapter.rooms.has(room);

  function emit(namespace: 'visitor' | 'agent', room: string, name: string, data: unknown) {
    // Encoding costs the same for an empty room as for a full one.
    if (hasRoom(namespace, room)) namespaces[namespace].to(room).emit(name, data);
  }

  bus.on((text) => {
    for (const emission of parseEmissions(text)) emit(...emission);
  });
  bus.onGap(() => {
    for (const { sockets } of Object.values(namespaces)) {
      inSlices([...sockets.values()], (socket) => void socket.emit('stale', {}));
    }
  });

  return function fanOut(publications: Publication[]) {
    const isShared = !isAlone();
    const emissions = publications.flatMap(({ event: { namespace, name }, room, payload }): Emission[] =>
      isShared || hasRoom(namespace, room) ? [[namespace, room, name, payload()]] : [],
    );
    for (const emission of emissions) emit(...emission);
    if (isShared && emissions.length) bus.send(JSON.stringify(emissions));
  };
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
