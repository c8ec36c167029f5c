import {
  agentLive,
  type CallBody,
  type CallGroup,
  type CallReply,
  type ProblemBody,
  visitorLive,
} from '@parley/contract';
import { Ajv, type ValidateFunction } from 'ajv';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import { signedInHeaders } from './callers.ts';
import type { TestApp } from './harness.ts';
import type { Owner } from './owners.ts';
import { until } from './until.ts';

// Sockets opened as docs/guides/realtime.md says, with every response and event checked against the contract.

const groups = { visitor: visitorLive, agent: agentLive };
const ajv = new Ajv({ strict: false, validateFormats: false });

interface ReceivedEvent {
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it with matchers
  data: any;
}

export interface TestSocket<G extends CallGroup> {
  socket: Socket;
  /** All events, in order. */
  heard: ReceivedEvent[];
  /** Waits for a matching event. */
  hears: (name: string, fits?: (data: ReceivedEvent['data']) => boolean) => Promise<ReceivedEvent['data']>;
  /** Makes a call and returns its data; throws a problem as an error. */
  call: <N extends keyof G & string>(name: N, body: CallBody<G[N]>) => Promise<CallReply<G[N]>>;
  /** Makes a call that must be refused. */
  refused: (name: string, body?: unknown) => Promise<ProblemBody & { retry_after?: number }>;
}

type Options = Partial<ManagerOptions & SocketOptions>;

/** A socket that is about to connect. It ends with the test. */
export function openSocket(
  app: { address: string; localAddress?: string },
  namespace: 'visitor' | 'agent',
  options: Options = {},
) {
  // The types lack `localAddress`, which the client passes on to the socket.
  const place = { localAddress: app.localAddress ?? '127.0.0.1' };
  const plain = { transports: ['websocket'], forceNew: true, reconnection: false };
  const socket = io(app.address + groups[namespace].namespace, { ...plain, ...place, ...options });
  onTestFinished(() => void socket.disconnect());
  return socket;
}

/** Waits for the connection, or throws the problem it was refused with. */
export async function connected<G extends CallGroup>(socket: Socket, namespace: 'visitor' | 'agent') {
  const heard: ReceivedEvent[] = [];
  socket.onAny((name, data) => {
    checkEvent(namespace, name, data);
    heard.push({ name, data });
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', (error: Error & { data?: ProblemBody }) => reject(error.data ?? error));
  });
  const ask = async (name: string, body: unknown) => socket.timeout(10_000).emitWithAck(name, body);
  const made: TestSocket<G> = {
    socket,
    heard,
    hears: (name, fits = () => true) =>
      until(() => heard.find((each) => each.name === name && fits(each.data)) ?? false, `${name} is heard`).then(
        ({ data }) => data,
      ),
    async call(name, body) {
      const { data, problem } = await ask(name, body);
      if (problem) throw Object.assign(new Error(`${name}: ${problem.detail}`), { problem });
      checkReply(namespace, name, data);
      return data;
    },
    async refused(name, body) {
      const { data, problem } = await ask(name, body);
      if (!problem) throw new Error(`${name} was answered: ${JSON.stringify(data)}`);
      return problem;
    },
  };
  return made;
}

export type VisitorSocket = TestSocket<typeof visitorLive.calls>;
export type AgentSocket = TestSocket<typeof agentLive.calls>;

/** The socket of a visitor who has opened the chat. */
export function connectVisitor(
  app: TestApp,
  owner: Pick<Owner, 'buttonGuid'>,
  { token }: { token: string },
  options: Options = {},
) {
  const auth = { button_guid: owner.buttonGuid, token };
  return connected(openSocket(app, 'visitor', { auth, ...options }), 'visitor') as Promise<VisitorSocket>;
}

/** The socket of an agent's console. */
export async function connectAgent(app: TestApp, person: { email: string }, options: Options = {}) {
  const extraHeaders = await signedInHeaders(app, person);
  return connected(openSocket(app, 'agent', { extraHeaders, ...options }), 'agent') as Promise<AgentSocket>;
}

function checkEvent(namespace: 'visitor' | 'agent', name: string, data: unknown) {
  const event = Object.values(groups[namespace].events).find((each) => each.name === name);
  if (!event) throw new Error(`${name} is no event of ${namespace}`);
  check(event.data, data, name);
}

function checkReply(namespace: 'visitor' | 'agent', name: string, data: unknown) {
  const call = (groups[namespace].calls as CallGroup)[name];
  if (call) check(call.reply, data, name);
}

const checks = new WeakMap<object, ValidateFunction>();

function check(schema: object, data: unknown, name: string) {
  const validate = checks.getOrInsertComputed(schema, () => ajv.compile(closed(schema)));
  if (!validate(data)) throw new Error(`${name} is not as declared: ${ajv.errorsText(validate.errors)}`);
}

/** Rejects undeclared fields, at any depth. */
function closed(schema: unknown): object {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!schema || typeof schema !== 'object') return schema as unknown as object;
  const members = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return 'properties' in schema && !('additionalProperties' in schema)
    ? { ...members, additionalProperties: false }
    : members;
}
