// The operations of the budget: what agents, visitors and integrations do all day.
import { randomBytes, randomUUID } from 'node:crypto';
import { type Caller, createCallers, type Request } from './callers.ts';
import { READS, read, spend, WRITES, write } from './load.ts';
import type { Desk, Visitor } from './realtime-people.ts';
import { createResume, openSocket, type Pass, type Socket } from './sockets.ts';

/** Visitors, and so chats, of one measurement: each stays below the 60 writes a minute of a visitor. */
export const VISITORS = 8;
export const MESSAGES = 40;

const TEXT = 'It was sent on Monday and will be there tomorrow';
const PAGE = 'http://shop.localhost/shoes/42';
/** A local page, as a widget without a domain allows it. */
const BROWSER = { origin: 'http://shop.localhost', 'content-type': 'application/json' };

/** Does the operation for the n-th time. */
type Act = (nth: number) => Promise<unknown>;

export interface Operation {
  what: string;
  prepare: (crew: Crew) => Promise<Act> | Act;
}

interface Cast {
  url: string;
  desk: Desk;
  tokens: { read: string[]; write: string[] };
}

/** Everyone who takes part. The agents are connected and view a chat from start to end, as somebody always does. */
export async function gather({ url, desk, tokens }: Cast) {
  const { createCaller, bytesReceived } = createCallers(url);
  const sockets: Socket[] = [];
  const connect = async (pass: Pass) => {
    const socket = await openSocket(pass);
    sockets.push(socket);
    return socket;
  };
  const agents = await Promise.all(desk.operators.map(({ pass }) => connect(pass)));
  const resumes = agents.map(createResume);
  const nextVisitors = () => desk.visitors.splice(0, VISITORS);
  const viewed = nextVisitors();
  for (const [at, agent] of agents.entries()) {
    await agent.call('look', { chat_id: viewed[at]?.chatId });
    await resumes[at]?.();
  }
  return {
    agents,
    resumes,
    /** Integrations, each with one connection. */
    callers: Array.from({ length: VISITORS }, () => createCaller()),
    reader: spend(tokens.read, READS),
    writer: spend(tokens.write, WRITES),
    agentId: desk.operators[0]?.agentId,
    createCaller,
    connect,
    /** Some who have not been active yet. */
    nextVisitors,
    bytesReceived: () => sockets.reduce((sum, socket) => sum + socket.bytesReceived(), bytesReceived()),
    async disconnect(kept: number) {
      for (const socket of sockets.splice(kept)) await socket.close();
    },
  };
}

export type Crew = Awaited<ReturnType<typeof gather>>;

const turn = <T>(list: T[], nth: number) => list[nth % list.length] as T;

/** Reads of an integration. */
const reads = (path: (chats: Visitor[], nth: number) => string) => (crew: Crew) => {
  const chats = crew.nextVisitors();
  return (nth: number) => turn(crew.callers, nth)({ path: path(chats, nth), ...read(crew.reader()) });
};

/** What a visitor's browser requests, each from a network of its own. */
const browses = (request: (visitor: Visitor, nth: number) => Request) => (crew: Crew) => {
  const people = crew
    .nextVisitors()
    .map((visitor) => ({ visitor, call: crew.createCaller(visitor.pass.localAddress) }));
  return (nth: number) => {
    const { visitor, call } = turn<{ visitor: Visitor; call: Caller }>(people, nth);
    const { headers, path, ...rest } = request(visitor, nth);
    const { button_guid = '' } = visitor.pass.auth ?? {};
    return call({ ...rest, path: `/widget-api/${button_guid}${path}`, headers: { ...BROWSER, ...headers } });
  };
};

const asVisitor = ({ pass }: Visitor) => ({ authorization: `Bearer ${pass.auth?.token}` });

/** Calls of a visitor's socket. */
const calls = (call: (socket: Socket, visitor: Visitor) => Promise<unknown>) => async (crew: Crew) => {
  const people = crew.nextVisitors();
  const sockets = await Promise.all(people.map(({ pass }) => crew.connect(pass)));
  return (nth: number) => call(turn(sockets, nth), turn(people, nth));
};

const text = () => ({ client_message_id: randomUUID(), type: 'text', body: TEXT });

export const OPERATIONS: Operation[] = [
  { what: '/healthz, to compare runs by', prepare: (crew) => (nth) => turn(crew.callers, nth)({ path: '/healthz' }) },
  {
    what: "agent's message over HTTP",
    prepare(crew) {
      const chats = crew.nextVisitors();
      const body = JSON.stringify({ agent_id: crew.agentId, type: 'text', body: TEXT });
      const pathOf = ({ chatId }: Visitor) => `/api/v1/chats/${chatId}/messages`;
      return (nth) => turn(crew.callers, nth)({ path: pathOf(turn(chats, nth)), ...write(crew.writer(), body) });
    },
  },
  {
    what: "agent's message over the socket",
    prepare(crew) {
      const chats = crew.nextVisitors();
      return (nth) => turn(crew.agents, nth).call('send', { ...text(), chat_id: turn(chats, nth).chatId });
    },
  },
  {
    what: "visitor's message over HTTP",
    prepare: browses((visitor) => ({
      method: 'POST',
      path: '/messages',
      headers: asVisitor(visitor),
      body: JSON.stringify(text()),
    })),
  },
  {
    what: "visitor's message over the socket",
    prepare: calls((socket) => socket.call('send', text())),
  },
  {
    what: 'page of 20 messages',
    prepare: reads((chats, nth) => `/api/v1/chats/${turn(chats, nth).chatId}/messages`),
  },
  { what: 'page of 20 chats', prepare: reads(() => '/api/v1/chats') },
  { what: 'page of 20 contacts', prepare: reads(() => '/api/v1/contacts') },
  {
    what: "visitor's history, 20 messages",
    prepare: browses((visitor) => ({ path: '/messages', headers: asVisitor(visitor) })),
  },
  { what: 'visit of somebody unknown', prepare: (crew) => visit(crew, () => ({})) },
  { what: 'visit of a visitor with a chat', prepare: (crew) => visit(crew, asVisitor) },
  { what: "visitor's resume", prepare: calls((socket, { seq }) => socket.call('resume', { seq })) },
  { what: "agent's resume", prepare: (crew) => (nth) => turn(crew.resumes, nth)() },
  {
    what: "agent's look at another chat (presence)",
    prepare(crew) {
      const chats = crew.nextVisitors();
      return (nth) => turn(crew.agents, nth).call('look', { chat_id: turn(chats, nth).chatId });
    },
  },
];

/** A page that stays open reports itself again. */
function visit(crew: Crew, headersOf: (visitor: Visitor) => Record<string, string>) {
  const ids = new Map<Visitor, string>();
  const idOf = (visitor: Visitor) => ids.getOrInsertComputed(visitor, () => randomBytes(16).toString('base64url'));
  return browses((visitor) => ({
    method: 'POST',
    path: '/visit',
    headers: headersOf(visitor),
    body: JSON.stringify({ page: PAGE, title: 'Shoes', visit_id: idOf(visitor) }),
  }))(crew);
}
