import type { CallBody, CallGroup, CallReply, LiveData, LiveEvent } from '@parley/contract';
import { type CallResult, isTransient, retryDelay } from './problem.ts';
import { openReconnectingSocket, type Refusal, type SocketIoOptions } from './reconnecting-socket.ts';
import { onWakeUp } from './wake-up.ts';

/** Timeouts and intervals, beside the options of Socket.IO. */
export interface LiveOptions extends SocketIoOptions {
  /** Interval of resumes while connected: 20,000 by default. */
  statementMs?: number;
  /** Timeout of a call: 10,000 by default. */
  answerMs?: number;
  /** Timeout of a resume, after which the client reconnects: 5,000 by default. */
  resumeMs?: number;
  /** Delay of a retry where the server gives none: 3,000 by default. */
  pauseMs?: number;
}

export interface ConnectionState {
  /** Open: connected, with everything that was missed received. Connecting: for the first time or again. */
  connection: 'connecting' | 'open' | 'closed' | 'refused';
  refusal: Refusal | null;
}

export const connecting: ConnectionState = { connection: 'connecting', refusal: null };

type EventGroup = Record<string, LiveEvent>;

interface ConnectionPorts<Events extends EventGroup> {
  /** Origin of the server; empty for that of the page. */
  url: string;
  namespace: string;
  auth?: Record<string, unknown>;
  options: LiveOptions;
  events: { [Name in Exclude<keyof Events, 'stale' | 'refused'>]: (data: LiveData<Events[Name]>) => void };
  /** Sends the position of the client and applies what it missed. */
  resume(): Promise<CallResult<unknown> | undefined>;
  /** The server may have dropped state that no resume restores. */
  onStale?(): void;
  /** After every answered resume; `isFirst` on this connection. */
  onCurrent(isFirst: boolean): void;
  onState(state: ConnectionState): void;
}

export interface Connection<Calls extends CallGroup> {
  /** Undefined without an answer, when the call may or may not have been processed. */
  call<Name extends keyof Calls & string>(
    name: Name,
    body: CallBody<Calls[Name]>,
  ): Promise<CallResult<CallReply<Calls[Name]>> | undefined>;
  /** A call without an acknowledgement, dropped while not current. */
  notify<Name extends keyof Calls & string>(name: Name, body: CallBody<Calls[Name]>): void;
  /** Runs one at a time: a request during a resume runs after it. */
  resume(): void;
  /** Resumes again if one is under way, whose answer may be older than the latest event. */
  recheck(): void;
  /** Connected, and resumed since. */
  isCurrent(): boolean;
  wake(): void;
  /** Connects again after a refusal, with the credentials the browser has now. */
  reconnect(): void;
  close(): void;
}

export function connect<Calls extends CallGroup, Events extends EventGroup>(
  ports: ConnectionPorts<Events>,
): Connection<Calls> {
  const { statementMs = 20_000, answerMs = 10_000, resumeMs = 5_000, pauseMs = 3_000, ...options } = ports.options;
  let isCurrent = false;

  const { socket, ...link } = openReconnectingSocket({
    address: `${ports.url.replace(/\/$/, '')}${ports.namespace}`,
    auth: ports.auth,
    options,
    onConnect: () => resumes.run(),
    onDisconnect() {
      isCurrent = false;
      ports.onState(connecting);
    },
    onRefused: (refusal) => end({ connection: 'refused', refusal }),
  });
  const resumes = createResumeLoop(() => socket.connected, resume);
  let stopWakeUps = onWakeUp(wake);
  for (const [name, listener] of Object.entries(ports.events)) socket.on(name, listener);
  socket.on('stale', () => {
    ports.onStale?.();
    resumes.run();
  });

  async function resume() {
    const { id } = socket;
    const result = await ports.resume();
    if (id === socket.id) onResumed(result);
  }

  function onResumed(result: CallResult<unknown> | undefined) {
    if (!result) return link.drop();
    if (result.problem) {
      resumes.cancel();
      return link.schedule(
        isTransient(result.problem) ? retryDelay(result.problem, pauseMs) : statementMs,
        resumes.run,
      );
    }
    link.markAlive();
    link.schedule(statementMs, resumes.run);
    const isFirst = !isCurrent;
    isCurrent = true;
    ports.onState({ connection: 'open', refusal: null });
    ports.onCurrent(isFirst);
  }

  function wake() {
    if (socket.connected) resumes.run();
    else link.hurry(resumeMs);
  }

  function end(state: ConnectionState) {
    isCurrent = false;
    stopWakeUps();
    ports.onState(state);
  }

  return {
    async call(name, body) {
      if (!socket.connected) return undefined;
      const calling = socket.timeout(name === 'resume' ? resumeMs : answerMs).emitWithAck(name, body);
      return calling.catch(() => undefined);
    },
    notify(name, body) {
      if (isCurrent) socket.emit(name, body);
    },
    resume: resumes.run,
    recheck: resumes.repeat,
    isCurrent: () => isCurrent,
    wake,
    reconnect() {
      stopWakeUps = onWakeUp(wake);
      ports.onState(connecting);
      link.reopen();
    },
    close() {
      link.close();
      end({ connection: 'closed', refusal: null });
    },
  };
}

/** Runs `resume` once at a time; a run requested meanwhile follows. */
function createResumeLoop(isConnected: () => boolean, resume: () => Promise<void>) {
  let isRunning = false;
  let isDue = false;

  async function loop() {
    isDue = true;
    if (isRunning) return;
    isRunning = true;
    while (isDue && isConnected()) {
      isDue = false;
      await resume();
    }
    isRunning = false;
  }

  return {
    run: () => void loop(),
    /** Drops a run requested meanwhile. */
    cancel() {
      isDue = false;
    },
    /** Runs again if one is under way. */
    repeat() {
      isDue ||= isRunning;
    },
  };
}
