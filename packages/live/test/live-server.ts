import { createServer } from 'node:http';
import type { AddressInfo, Socket as NetSocket } from 'node:net';
import { type ProblemCode, problems } from '@parley/contract';
import { type Namespace, Server, type Socket } from 'socket.io';
import { expect, onTestFinished, vi } from 'vitest';
import type { LiveOptions } from '../src/index.ts';

/** The outcome of a call: lost, processed without an answer, or failed. */
type Fate = 'lost' | 'unanswered' | ReturnType<typeof problem> | undefined;

interface ReceivedCall {
  name: string;
  body: Record<string, unknown>;
  /** Of the connection. */
  by: string;
}

type Handler = (body: never, socket: Socket) => unknown;

/** A server of one namespace that can simulate an unreliable network. */
export async function serveLive(namespace: string, handlers: Record<string, Handler>) {
  const http = createServer();
  const lines = new Set<NetSocket>();
  http.on('connection', (line) => {
    lines.add(line);
    line.on('close', () => lines.delete(line));
  });
  const io = new Server(http, { pingInterval: 10_000, pingTimeout: 10_000 });
  const said: ReceivedCall[] = [];
  const server = {
    url: '',
    said,
    /** The outcome of each call; processed and answered by default. */
    fate: (_call: ReceivedCall): Fate | Promise<Fate> => undefined,
    /** The refusal of each connection, if any. */
    refuse: (_socket: Socket): ReturnType<typeof problem>['problem'] | undefined => undefined,
    namespace: io.of(namespace) as Namespace,
    names: () => said.map(({ name }) => name),
    bodies: (name: string) => said.filter((each) => each.name === name).map(({ body }) => body),
    connections: () => new Set(said.map(({ by }) => by)).size,
    /** Cuts all connections without a goodbye. */
    cut() {
      for (const line of lines) line.destroy();
    },
    emit: (name: string, data: unknown) => void io.of(namespace).emit(name, data),
  };
  server.namespace.use((socket, next) => {
    const refusal = server.refuse(socket);
    next(refusal && Object.assign(new Error(refusal.title), { data: refusal }));
  });
  server.namespace.on('connection', (socket) => {
    for (const [name, handle] of Object.entries(handlers)) {
      socket.on(name, async (body, acknowledge) => {
        const call = { name, body, by: socket.id };
        said.push(call);
        const fate = await server.fate(call);
        if (fate === 'lost') return;
        if (typeof fate === 'object') return void acknowledge?.(fate);
        const data = handle(body as never, socket);
        if (fate !== 'unanswered') acknowledge?.({ data });
      });
    }
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  onTestFinished(async () => {
    await io.close();
  });
  return server;
}

/** A problem as the server answers it. */
export function problem(reason: ProblemCode, more: { retry_after?: number } = {}) {
  const { status, title } = problems[reason];
  return { problem: { type: `https://parley.example/${reason}`, title, status, detail: title, reason, ...more } };
}

/** Outcomes of an unreliable network, reproducible by seed: disconnects, losses and transient problems. */
export function unreliable(cut: () => void, seed = 1): () => Fate {
  const outcomes: Fate[] = ['lost', 'unanswered', problem('unavailable'), undefined, undefined, undefined];
  let state = seed;
  const pick = (of: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return (state >> 16) % of;
  };
  return () => {
    if (pick(13) === 0) setImmediate(cut);
    return outcomes[pick(outcomes.length)];
  };
}

/** Short timeouts, except where a test sets its own. */
export const quick: LiveOptions = {
  transports: ['websocket'],
  reconnectionDelay: 10,
  reconnectionDelayMax: 40,
  statementMs: 60_000,
  answerMs: 150,
  resumeMs: 150,
  pauseMs: 20,
};

/** Waits until the expectation holds. */
export const eventually = (expectation: () => void) => vi.waitFor(expectation, { timeout: 10_000, interval: 5 });

/** Fails the test if any snapshot of the store violates the expectation. */
export function always<S>(client: { state: S; subscribe(listener: () => void): () => void }, hold: (state: S) => void) {
  const broken: unknown[] = [];
  const check = () => {
    try {
      hold(client.state);
    } catch (error) {
      broken.push(error);
    }
  };
  check();
  client.subscribe(check);
  onTestFinished(() => expect(broken).toEqual([]));
}
