import { agentLive, visitorLive } from '@parley/contract';
import type { Socket } from 'socket.io';
import type { Bus } from '../../infra/bus/bus.ts';
import type { Notices } from '../../infra/postgres/notices.ts';
import type { GuardOptions } from '../auth/guard.ts';
import type { SessionPrincipal, VisitorPrincipal } from '../auth/principal.ts';
import { admitAgents, admitVisitors } from './admission.ts';
import { type BoundCall, indexCalls } from './calls.ts';
import { type NamespaceOptions, serve } from './namespace.ts';
import { chatLookedAt, type Publication } from './rooms.ts';
import { createSockets, hangUpOnDeaf } from './sockets.ts';

type Shared = Pick<NamespaceOptions<VisitorPrincipal>, 'unitOfWork' | 'limits' | 'contexts' | 'publicUrl' | 'log'>;

interface Options extends Shared, Pick<GuardOptions, 'authenticator' | 'isOwnOrigin'> {
  server: Parameters<typeof createSockets>[0]['server'];
  trustProxy: string[];
  notices: Notices;
  bus: Bus;
  /** There is no other node to tell. */
  isAlone: () => boolean;
  isReady: () => boolean;
  visitors: { calls: BoundCall[] };
  agents: { calls: BoundCall[] } & Pick<NamespaceOptions<SessionPrincipal>, 'arrive' | 'leave'>;
}

/** An agent's socket on this node. */
export interface ConnectedAgent {
  socketId: string;
  principal: SessionPrincipal;
  /** What it looks at. */
  chatId: number | null;
}

const SWEEP_MS = 5_000;
const TOPICS = ['session', 'user', 'agent', 'visitor', 'contact', 'widget', 'account'];

/** Sockets of visitors and agents, and what reaches them from here and from other nodes. */
export function createLive({
  server,
  trustProxy,
  notices,
  bus,
  isAlone,
  isReady,
  visitors,
  agents,
  ...shared
}: Options) {
  const { limits, log } = shared;
  const io = createSockets({
    server,
    trustProxy,
    log,
    isWelcome: async (network) => {
      await limits.refuseTooManyRefusals(network);
      return isReady() && !(await limits.count('network', 'read', network)).isOver;
    },
  });
  const sweeping = setInterval(() => {
    for (const { sockets } of Object.values(namespaces)) for (const socket of sockets.values()) hangUpOnDeaf(socket);
  }, SWEEP_MS);
  const namespaces = { visitor: io.of(visitorLive.namespace), agent: io.of(agentLive.namespace) };
  const served = {
    visitor: serve<VisitorPrincipal>({
      ...shared,
      namespace: namespaces.visitor,
      admission: admitVisitors(shared),
      calls: indexCalls(visitorLive.calls, visitors.calls),
    }),
    agent: serve<SessionPrincipal>({
      ...shared,
      namespace: namespaces.agent,
      admission: admitAgents(shared),
      ...agents,
      calls: indexCalls(agentLive.calls, agents.calls),
    }),
  };

  for (const topic of TOPICS) {
    notices.on(topic, (subject) => {
      for (const { onNotice, recheck } of Object.values(served)) {
        inSlices(onNotice(`${topic}:${subject}`), (socket) => void recheck(socket));
      }
    });
  }
  notices.onGap(() => {
    inSlices([...namespaces.visitor.sockets.values()], (socket) => void served.visitor.recheck(socket));
    inSlices([...namespaces.agent.sockets.values()], (socket) => void served.agent.recheck(socket));
  });

  /** To those who are connected here. */
  function emit(namespace: 'visitor' | 'agent', room: string, name: string, data: unknown) {
    const { adapter } = namespaces[namespace];
    // To encode something for nobody takes as long as to encode it for everybody.
    if (adapter.rooms.has(room)) namespaces[namespace].to(room).emit(name, data);
  }

  bus.on((text) => {
    for (const [namespace, room, name, data] of read(text)) emit(namespace, room, name, data);
  });
  bus.onGap(() => {
    for (const { sockets } of Object.values(namespaces)) {
      inSlices([...sockets.values()], (socket) => void socket.emit('stale', {}));
    }
  });

  return {
    /** Tells everybody whom it concerns, here at once and through the other nodes. */
    deliver(publications: Publication[]) {
      const isShared = !isAlone();
      const spoken = publications.flatMap(({ event: { namespace, name }, room, say }): Spoken[] => {
        const isHeard = isShared || namespaces[namespace].adapter.rooms.has(room);
        return isHeard ? [[namespace, room, name, say()]] : [];
      });
      for (const each of spoken) emit(...each);
      if (isShared && spoken.length) bus.send(JSON.stringify(spoken));
    },
    agents: (): ConnectedAgent[] =>
      [...served.agent.known].map(([socketId, { principal }]) => ({
        socketId,
        principal,
        chatId: chatLookedAt(namespaces.agent.adapter.sids.get(socketId) ?? []),
      })),
    /** Whoever was connected here comes back, to another node or to the next start. */
    async close() {
      clearInterval(sweeping);
      io.engine.close();
      await Promise.all(Object.values(served).map((each) => each.left()));
    },
  };
}

/** Another release may speak differently while servers are upgraded one by one. */
function read(text: string): Spoken[] {
  try {
    const spoken: Spoken[] = JSON.parse(text);
    return spoken.filter(([namespace]) => namespace === 'visitor' || namespace === 'agent');
  } catch {
    return [];
  }
}

type Spoken = ['visitor' | 'agent', string, string, unknown];

const SLICE = 100;
const SLICE_MS = 100;

/** A thousand a second, so that not everybody asks the database at one moment. */
function inSlices(all: Socket[], tell: (socket: Socket) => void) {
  for (let at = 0; at < all.length; at += SLICE) {
    setTimeout(() => all.slice(at, at + SLICE).forEach(tell), (at / SLICE) * SLICE_MS);
  }
}
