import {
  type AgentClient,
  type Conversation,
  connectAgent,
  connectVisitor,
  type LiveOptions,
  type VisitorClient,
} from '@parley/live';
import type { Cast } from './cast.ts';
import type { Copy } from './ledger.ts';
import { createWire } from './wire.ts';

/** Every nth visitor's network blocks WebSockets. */
const EVERY_POLLING = 10;

interface Visitor {
  name: string;
  client: VisitorClient;
}

interface Agent {
  name: string;
  client: AgentClient;
  conversations: Map<number, Conversation>;
}

interface PeopleOptions {
  cast: Cast;
  /** Leads to any server, by WebSocket. */
  url: string;
  /** Each leads to one server: for long polling, which can't switch midway. */
  pinnedUrls: string[];
  origin: string;
  options: LiveOptions;
}

export type People = ReturnType<typeof connectPeople>;

/** Visitors with a chat each, and agents who have all of them open. */
export function connectPeople(given: PeopleOptions) {
  const { wire, tap } = createWire();
  const optionsOf = (index: number, headers: Record<string, string> = {}): LiveOptions => ({
    ...given.options,
    parser: tap(),
    // Each has their own network.
    extraHeaders: { 'x-forwarded-for': `10.0.${index >> 8}.${index & 255}`, ...headers },
  });
  const visitors = connectVisitors(given, optionsOf);
  const agents = connectAgents(given, (index, headers) => optionsOf(visitors.length + index, headers));
  const everybody = [...visitors, ...agents];
  const opens = everybody.map(({ client }) => countOpens(client));
  const chatIds = () => visitors.flatMap(({ client }) => client.state.chat?.id ?? []);

  return {
    visitors,
    agents,
    wire,
    chatIds,
    /** Visitors who have written and do not know their chat yet. */
    strangers: () => visitors.filter(({ client: { state } }) => state.messages.length && !state.chat).length,
    /** Agents open every chat as soon as it exists. */
    follow() {
      for (const { client, conversations } of agents) {
        for (const id of chatIds()) if (!conversations.has(id)) conversations.set(id, client.open(id));
      }
    },
    reconnects: () => opens.reduce((sum, count) => sum + Math.max(0, count() - 1), 0),
    pending: () => everybody.flatMap(({ name, client }) => client.state.pending.map((entry) => ({ name, ...entry }))),
    /** Disconnected clients, with the reason if known. */
    away: () =>
      everybody
        .filter(({ client }) => client.state.connection !== 'open')
        .map(({ name, client }) => `${name}: ${client.state.connection} ${client.state.refusal?.reason ?? ''}`),
    copies: () => [...visitors.map(copyOf), ...agents.flatMap(copiesOf)],
    close() {
      for (const { client } of everybody) client.close();
    },
  };
}

type OptionsOf = (index: number, headers?: Record<string, string>) => LiveOptions;

function connectVisitors({ cast, url, pinnedUrls }: PeopleOptions, optionsOf: OptionsOf) {
  return cast.visitorTokens.map((token, index): Visitor => {
    const isPolling = index % EVERY_POLLING === EVERY_POLLING - 1;
    const pinned = pinnedUrls[Math.floor(index / EVERY_POLLING) % pinnedUrls.length] ?? url;
    const client = connectVisitor({
      url: isPolling ? pinned : url,
      buttonGuid: cast.buttonGuid,
      token,
      options: { ...optionsOf(index), transports: [isPolling ? 'polling' : 'websocket'] },
    });
    return { name: `visitor ${index}`, client };
  });
}

function connectAgents({ cast, url, origin }: PeopleOptions, optionsOf: OptionsOf) {
  return cast.cookies.map((cookie, index): Agent => {
    const options = { ...optionsOf(index, { cookie, origin }), transports: ['websocket'] };
    return { name: `agent ${index}`, client: connectAgent({ url, options }), conversations: new Map() };
  });
}

function countOpens(client: VisitorClient | AgentClient) {
  let { connection } = client.state;
  let opens = 0;
  client.subscribe(() => {
    if (connection !== 'open' && client.state.connection === 'open') opens += 1;
    ({ connection } = client.state);
  });
  return () => opens;
}

function copyOf({ name, client: { state } }: Visitor): Copy {
  return { name, chatId: state.chat?.id ?? 0, isVisitor: true, messages: state.messages };
}

function copiesOf({ name, conversations }: Agent) {
  return [...conversations].map(
    ([chatId, { state }]): Copy => ({ name, chatId, isVisitor: false, messages: state.messages }),
  );
}
