import { agentLive, visitorLive } from '@parley/contract';
import type { Bus } from '../../infra/bus/bus.ts';
import type { Notices } from '../../infra/postgres/notices.ts';
import type { SessionPrincipal, VisitorPrincipal } from '../auth/principal.ts';
import type { GuardOptions } from '../http/guard.ts';
import { admitAgents, admitVisitors } from './admission.ts';
import { type BoundCall, indexCalls } from './calls.ts';
import { createFanOut } from './fan-out.ts';
import { type NamespaceOptions, serveNamespace } from './namespace.ts';
import { viewedChatOf } from './rooms.ts';
import { inSlices } from './slices.ts';
import { closeIfBacklogged, createSockets } from './sockets.ts';

type Shared = Pick<NamespaceOptions<VisitorPrincipal>, 'unitOfWork' | 'limits' | 'contexts' | 'publicUrl' | 'log'>;

interface LiveOptions extends Shared, Pick<GuardOptions, 'authenticator' | 'isOwnOrigin'> {
  server: Parameters<typeof createSockets>[0]['server'];
  trustProxy: string[];
  notices: Notices;
  bus: Bus;
  /** Whether there is no other node. */
  isAlone: () => boolean;
  isReady: () => boolean;
  visitors: { calls: BoundCall[] };
  agents: { calls: BoundCall[] } & Pick<NamespaceOptions<SessionPrincipal>, 'onConnect' | 'onDisconnect'>;
}

/** An agent's socket on this node. */
export interface ConnectedAgent {
  socketId: string;
  principal: SessionPrincipal;
  /** The chat it has open. */
  chatId: number | null;
}

const SWEEP_MS = 5_000;
const TOPICS = ['session', 'user', 'agent', 'visitor', 'contact', 'widget', 'account', 'security'];

/** Sockets of visitors and agents, and the live events sent to them from this node and from others. */
export function createLive(options: LiveOptions) {
  const { notices, visitors, agents, ...shared } = options;
  const io = openSockets(options);
  const namespaces = { visitor: io.of(visitorLive.namespace), agent: io.of(agentLive.namespace) };
  const visitor = serveNamespace<VisitorPrincipal>({
    ...shared,
    namespace: namespaces.visitor,
    admission: admitVisitors(shared),
    calls: indexCalls(visitorLive.calls, visitors.calls),
  });
  const agent = serveNamespace<SessionPrincipal>({
    ...shared,
    ...agents,
    namespace: namespaces.agent,
    admission: admitAgents(shared),
    calls: indexCalls(agentLive.calls, agents.calls),
  });
  recheckOnNotices(notices, [visitor, agent]);
  const sweeping = setInterval(() => {
    for (const { sockets } of Object.values(namespaces))
      for (const socket of sockets.values()) closeIfBacklogged(socket);
  }, SWEEP_MS);

  return {
    /** Sends publications of a commit to every socket in their rooms, on all nodes. */
    fanOut: createFanOut({ namespaces, bus: options.bus, isAlone: options.isAlone }),
    listAgents: (): ConnectedAgent[] =>
      agent.listConnections().map(([socketId, { principal }]) => ({
        socketId,
        principal,
        chatId: viewedChatOf(namespaces.agent.adapter.sids.get(socketId) ?? []),
      })),
    /** Clients reconnect on their own, to another node or to this one after its restart. */
    async close() {
      clearInterval(sweeping);
      io.engine.close();
      await Promise.all([visitor.drain(), agent.drain()]);
    },
  };
}

function openSockets({ server, trustProxy, log, limits, isReady }: LiveOptions) {
  return createSockets({
    server,
    trustProxy,
    log,
    acceptsConnection: async (network) => {
      await limits.refuseTooManyRefusals(network);
      return isReady() && !(await limits.count('network', 'read', network)).isOver;
    },
  });
}

type Rechecked = Pick<ReturnType<typeof serveNamespace>, 'countNotice' | 'listSockets' | 'recheck'>;

function recheckOnNotices(notices: Notices, namespaces: Rechecked[]) {
  for (const topic of TOPICS) {
    notices.on(topic, (subject) => {
      for (const { countNotice, recheck } of namespaces) {
        inSlices(countNotice(`${topic}:${subject}`), (socket) => void recheck(socket));
      }
    });
  }
  notices.onGap(() => {
    for (const { listSockets, recheck } of namespaces) inSlices(listSockets(), (socket) => void recheck(socket));
  });
}
