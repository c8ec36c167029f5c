import { randomUUID } from 'node:crypto';
import type { Namespace, Socket } from 'socket.io';
import { describeError, type Log } from '../../infra/log.ts';
import type { Limits } from '../auth/limits.ts';
import type { SessionPrincipal, VisitorPrincipal } from '../auth/principal.ts';
import type { UnitOfWork, WidgetContext, Write } from '../data/context.ts';
import type { Contexts } from '../data/contexts.ts';
import { toProblem } from '../http/failures.ts';
import { type Problem, problem, toBody } from '../http/problems.ts';
import type { Admission } from './admission.ts';
import type { BoundCall } from './calls.ts';
import { createRegister, type Known } from './register.ts';
import { createRunner } from './runner.ts';
import { hangUpOnDeaf, originOf } from './sockets.ts';

type LivePrincipal = VisitorPrincipal | SessionPrincipal;

export interface NamespaceOptions<P extends LivePrincipal> {
  namespace: Namespace;
  admission: Admission<P>;
  calls: Map<string, BoundCall>;
  /** Somebody is about to be connected; whoever fails here is not. */
  arrive?: (ctx: WidgetContext<Write, P>, socketId: string) => Promise<void>;
  leave?: (ctx: WidgetContext<Write, P>, socketId: string) => Promise<void>;
  unitOfWork: UnitOfWork;
  limits: Limits;
  contexts: Contexts;
  publicUrl: () => string;
  log: Log;
}

const MOST_ATTEMPTS = 20;
const RECHECK_MS = 2_000;
const FLOOD = 100;
const FLOOD_MS = 10_000;

/** Serves one namespace: admits, runs calls, and looks at who is connected again when there is a reason to. */
export function serve<P extends LivePrincipal>(options: NamespaceOptions<P>) {
  const { namespace, admission, calls, limits, publicUrl, log } = options;
  const { known, ...register } = createRegister(admission);
  const leavings = new Set<Promise<void>>();
  let notices = 0;
  const run = createRunner<P>(options);

  namespace.use((socket, next) => {
    admit(socket).then(
      () => next(),
      (error) => next(toConnectError(error, publicUrl())),
    );
  });
  namespace.on('connection', (socket) => {
    // What was noticed since may have been about them, and they were not there to be looked at.
    if (known.get(socket.id)?.notices !== notices) void recheck(socket);
    socket.on('disconnect', () => void signOff(socket));
    socket.onAny((name, ...given) => void answer(socket, name, given));
  });

  async function admit(socket: Socket) {
    const origin = originOf(socket.conn);
    const { network, headers } = origin;
    origin.attempts += 1;
    if (origin.attempts > MOST_ATTEMPTS) {
      socket.conn.close(true);
      throw problem('rate_limited');
    }
    const { button_guid, token, version } = socket.handshake.auth;
    const credentials = { headers, auth: { button_guid, token, version } };
    // Whatever else was shown would be kept as long as the connection.
    socket.handshake.auth = {};
    await limits.refuseTooManyRefusals(network);
    const before = notices;
    const principal = await admission.admit(credentials).catch((error) => {
      if (!isPassing(error)) limits.countRefusal(network);
      throw error;
    });
    if (register.countOf(principal) >= admission.mostConnections) {
      throw problem('rate_limited', 'Too many open connections.', { retryAfterSeconds: 30 });
    }
    // Before it is told that it is connected: once it is, what is published reaches it.
    register.keep(socket.id, { principal, credentials, network, notices: before, flood: { since: 0, count: 0 } });
    await enter(socket, principal).catch((error) => {
      register.forget(socket.id);
      throw error;
    });
    // Whoever hung up meanwhile is never said to be connected, nor to have gone.
    if (socket.conn.readyState !== 'open') await signOff(socket);
  }

  async function enter(socket: Socket, principal: P) {
    await socket.join(admission.rooms(principal));
    const { arrive } = options;
    if (arrive) await run.write(principal, (ctx) => arrive(ctx, socket.id));
  }

  async function signOff(socket: Socket) {
    const { leave } = options;
    const found = register.forget(socket.id);
    if (!found || !leave) return;
    // What can't be written now is found by the heartbeat.
    const leaving = run
      .write(found.principal, (ctx) => leave(ctx, socket.id))
      .catch((error) => log.warn({ reason: describeError(error).message }, 'a disconnect could not be stored'))
      .finally(() => leavings.delete(leaving));
    leavings.add(leaving);
    await leaving;
  }

  /** Looks at what a socket showed again: it stays, gets into other rooms, or has to go. */
  async function recheck(socket: Socket) {
    const found = known.get(socket.id);
    if (!found) return;
    const seen = notices;
    try {
      const principal = await admission.admit(found.credentials, found.principal);
      const before = register.forget(socket.id);
      if (!before) return;
      register.keep(socket.id, { ...before, principal, notices: seen });
      if (seen !== notices) void recheck(socket);
      const rooms = admission.rooms(principal);
      for (const room of admission.rooms(before.principal)) if (!rooms.includes(room)) await socket.leave(room);
      const added = rooms.filter((room) => !socket.rooms.has(room));
      if (!added.length) return;
      await socket.join(added);
      // What was said there before may have been missed.
      socket.emit('stale', {});
    } catch (error) {
      refuse(socket, error);
    }
  }

  /** A server that can't ask just now lets everybody stay, and asks again. */
  function refuse(socket: Socket, error: unknown) {
    const { code, message } = toProblem(error);
    if (isPassing(error)) return void setTimeout(() => void recheck(socket), RECHECK_MS);
    socket.emit('refused', { reason: code, detail: message });
    socket.disconnect(true);
  }

  async function answer(socket: Socket, name: string, given: unknown[]) {
    const found = known.get(socket.id);
    const acknowledge = typeof given.at(-1) === 'function' ? (given.pop() as (answer: object) => void) : undefined;
    if (!found) return;
    try {
      const call = calls.get(name);
      const data = await run.call(call, { ...found, socket, body: given.length > 1 ? given : given[0] });
      acknowledge?.({ data });
      hangUpOnDeaf(socket);
      // Their first words made them somebody with a room of their own.
      if (found.principal.kind === 'visitor' && found.principal.contactId === null && call?.call.rate === 'write') {
        await recheck(socket);
      }
      if (name === 'resume' && found.principal.kind === 'session') await recheck(socket);
    } catch (error) {
      const answered = toProblem(error);
      if (answered.code === 'internal_error') log.error({ err: error, call: name }, 'a call failed');
      acknowledge?.({ problem: describe(answered, publicUrl()) });
      if (isFlood(found, answered.code)) refuse(socket, answered);
    }
  }

  return {
    known,
    /** Of everybody who was disconnected it is written that they were. */
    left: () => Promise.all(leavings),
    /** Whom a notice is about. */
    onNotice(subject: string) {
      notices += 1;
      return register.about(subject).flatMap((id) => namespace.sockets.get(id) ?? []);
    },
    recheck,
  };
}

/** Says nothing of who asked. */
function isPassing(error: unknown) {
  const { code } = toProblem(error);
  return code === 'unavailable' || code === 'internal_error';
}

/** Whoever goes on calling although it was told to wait. */
function isFlood({ flood }: { flood: Known<unknown>['flood'] }, code: string) {
  if (code !== 'rate_limited' && code !== 'route_not_found') return false;
  const now = performance.now();
  if (now - flood.since > FLOOD_MS) Object.assign(flood, { since: now, count: 0 });
  flood.count += 1;
  return flood.count > FLOOD;
}

function toConnectError(error: unknown, publicUrl: string) {
  const refusal = toProblem(error);
  return Object.assign(new Error(refusal.message), { data: describe(refusal, publicUrl) });
}

/** Over a socket there is no header to say when to come back. */
function describe(refusal: Problem, publicUrl: string) {
  const { retryAfterSeconds } = refusal.extras;
  const body = toBody(refusal, { publicUrl, requestId: randomUUID() });
  return retryAfterSeconds === undefined ? body : { ...body, retry_after: retryAfterSeconds };
}
