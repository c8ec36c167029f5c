import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client';
import { isPassing, pauseAfter } from './problem.ts';

export type SocketIoOptions = Partial<ManagerOptions & SocketOptions>;

export interface Refusal {
  reason: string;
  detail: string;
  /** Seconds until it may be tried again, where it may. */
  retry_after?: number;
}

interface LinePlan {
  /** The server with the namespace. */
  address: string;
  auth: Record<string, unknown> | undefined;
  options: SocketIoOptions;
  onConnect(): void;
  /** It was cut and is being made anew. */
  onCut(): void;
  /** It is not made again. */
  onRefused(refusal: Refusal): void;
}

const CONNECT_MS = 15_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

/** A socket that is connected again and again until it is refused or hung up for good. */
export function openLine({ address, auth, options, onConnect, onCut, onRefused }: LinePlan) {
  const { reconnectionDelay = FIRST_PAUSE_MS, reconnectionDelayMax = LONGEST_PAUSE_MS, timeout = CONNECT_MS } = options;
  const transports = [...((options.transports as string[] | undefined) ?? ['websocket', 'polling'])];
  // Socket.IO does not come back after a refusal, can't be hurried, and would share a dead connection with others.
  const own = { forceNew: true, reconnection: false, autoConnect: false };
  const socket = io(address, { ...options, ...own, transports, ...(auth && { auth }) });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state: 'connecting' | 'connected' | 'waiting' | 'over' = 'connecting';
  /** Since something was last answered. */
  let cuts = 0;
  let isHeard = false;
  let isToldToWait = false;

  function after(ms: number, act: () => void) {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  }

  function connect() {
    state = 'connecting';
    after(timeout, hangUp);
    socket.connect();
  }

  function onLost(problem: Partial<Refusal> = {}) {
    if (state === 'waiting' || state === 'over') return;
    state = 'waiting';
    // Nothing was heard through this transport, so it may be blocked on the way.
    if (!isHeard && !problem.reason) transports.reverse();
    isHeard = false;
    isToldToWait = Boolean(problem.retry_after);
    const pause = Math.min(reconnectionDelay * 2 ** cuts++, reconnectionDelayMax) * (0.5 + Math.random());
    after(pauseAfter(problem, pause), connect);
    onCut();
  }

  function hangUp() {
    socket.disconnect();
    onLost();
  }

  function end() {
    state = 'over';
    clearTimeout(timer);
    socket.disconnect();
  }

  function refuse(refusal: Refusal) {
    if (isPassing(refusal)) return onLost(refusal);
    end();
    onRefused({ reason: refusal.reason, detail: refusal.detail });
  }

  socket.on('connect', () => {
    state = 'connected';
    clearTimeout(timer);
    onConnect();
  });
  socket.on('connect_error', (error: Error & { data?: Refusal }) =>
    error.data?.reason ? refuse(error.data) : onLost(),
  );
  socket.on('disconnect', () => {
    // What found the connection expired was kept, and would be said on the next one before anything else.
    socket.sendBuffer = [];
    onLost();
  });
  socket.on('refused', (refusal: Refusal) => {
    refuse(refusal);
    socket.disconnect();
  });
  connect();

  return {
    socket,
    /** Of the only thing that is waited for: to connect, to be connected, or to be spoken to. */
    after,
    hangUp,
    end,
    /** Something was answered. */
    onHeard() {
      cuts = 0;
      isHeard = true;
    },
    /** Connects at once, and gives an attempt that is under way no more than the time that is given. */
    hurry(ms: number) {
      if (state === 'connecting') after(ms, hangUp);
      if (state === 'waiting' && !isToldToWait) connect();
    },
  };
}
