import type { CallBody, CallGroup, CallReply, LiveData, LiveEvent } from '@parley/contract';
import { type Answer, isPassing, pauseAfter } from './problem.ts';
import { openLine, type Refusal, type SocketIoOptions } from './reconnecting-socket.ts';
import { onWake } from './wake-up.ts';

/** How long things may take, beside the options of Socket.IO. */
export interface LiveOptions extends SocketIoOptions {
  /** How often the client says where it stands: 20,000 unless told. */
  statementMs?: number;
  /** How long a call waits for its answer: 10,000 unless told. */
  answerMs?: number;
  /** How long a resume does, before the connection is given up: 5,000 unless told. */
  resumeMs?: number;
  /** Until the same again, where the server does not say: 3,000 unless told. */
  pauseMs?: number;
}

export interface ConnectionState {
  /** Open: connected, and told everything that was missed. Connecting: for the first time or anew. */
  connection: 'connecting' | 'open' | 'closed' | 'refused';
  refusal: Refusal | null;
}

export const connecting: ConnectionState = { connection: 'connecting', refusal: null };

type EventGroup = Record<string, LiveEvent>;

interface Plan<Events extends EventGroup> {
  /** Origin of the server; of the page itself, when it is empty. */
  url: string;
  namespace: string;
  auth?: Record<string, unknown>;
  options: LiveOptions;
  events: { [Name in Exclude<keyof Events, 'stale' | 'refused'>]: (data: LiveData<Events[Name]>) => void };
  /** Says where the client stands and takes over what it is told. */
  resume(): Promise<Answer<unknown> | undefined>;
  /** Something may have been missed that no resume brings. */
  onStale?(): void;
  /** After every resume that was answered; `isFirst` on this connection. */
  onCurrent(isFirst: boolean): void;
  onState(state: ConnectionState): void;
}

export interface Connection<Calls extends CallGroup> {
  /** Undefined: there was no answer, and nobody knows whether it was done. */
  call<Name extends keyof Calls & string>(
    name: Name,
    body: CallBody<Calls[Name]>,
  ): Promise<Answer<CallReply<Calls[Name]>> | undefined>;
  /** A call of which nothing is to be known afterwards. */
  say<Name extends keyof Calls & string>(name: Name, body: CallBody<Calls[Name]>): void;
  /** Never twice at a time: one that is asked for meanwhile comes after it. */
  resume(): void;
  /** Resumes once more if an answer is on its way that may be older than what was just told. */
  recheck(): void;
  /** Connected, and resumed since. */
  isCurrent(): boolean;
  wake(): void;
  close(): void;
}

export function connect<Calls extends CallGroup, Events extends EventGroup>(plan: Plan<Events>): Connection<Calls> {
  const { statementMs = 20_000, answerMs = 10_000, resumeMs = 5_000, pauseMs = 3_000, ...options } = plan.options;
  const address = `${plan.url.replace(/\/$/, '')}${plan.namespace}`;
  let isCurrent = false;
  let isResuming = false;
  let isDue = false;

  const line = openLine({
    address,
    auth: plan.auth,
    options,
    onConnect: resume,
    onCut() {
      isCurrent = false;
      plan.onState(connecting);
    },
    onRefused: (refusal) => end({ connection: 'refused', refusal }),
  });
  const { socket } = line;
  const stopWaking = onWake(wake);
  for (const [name, listener] of Object.entries(plan.events)) socket.on(name, listener);
  socket.on('stale', () => {
    plan.onStale?.();
    void resume();
  });

  async function resume() {
    isDue = true;
    if (isResuming) return;
    isResuming = true;
    while (isDue && socket.connected) {
      isDue = false;
      const { id } = socket;
      const answer = await plan.resume();
      if (id === socket.id) onAnswer(answer);
    }
    isResuming = false;
  }

  function onAnswer(answer: Answer<unknown> | undefined) {
    if (!answer) return line.hangUp();
    if (answer.problem) {
      isDue = false;
      return line.after(isPassing(answer.problem) ? pauseAfter(answer.problem, pauseMs) : statementMs, resume);
    }
    line.onHeard();
    line.after(statementMs, resume);
    const isFirst = !isCurrent;
    isCurrent = true;
    plan.onState({ connection: 'open', refusal: null });
    plan.onCurrent(isFirst);
  }

  function wake() {
    if (socket.connected) resume();
    else line.hurry(resumeMs);
  }

  function end(state: ConnectionState) {
    isCurrent = false;
    stopWaking();
    plan.onState(state);
  }

  return {
    async call(name, body) {
      if (!socket.connected) return undefined;
      const calling = socket.timeout(name === 'resume' ? resumeMs : answerMs).emitWithAck(name, body);
      return calling.catch(() => undefined);
    },
    say(name, body) {
      if (isCurrent) socket.emit(name, body);
    },
    resume,
    recheck() {
      isDue ||= isResuming;
    },
    isCurrent: () => isCurrent,
    wake,
    close() {
      line.end();
      end({ connection: 'closed', refusal: null });
    },
  };
}
