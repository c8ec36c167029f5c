import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client';
import { isTransient, retryDelay } from './problem.ts';

export type SocketIoOptions = Partial<ManagerOptions & SocketOptions>;

export interface Refusal {
  reason: string;
  detail: string;
  /** Seconds to wait before a retry, where one is allowed. */
  retry_after?: number;
}

interface SocketPorts {
  /** The server with the namespace. */
  address: string;
  auth: Record<string, unknown> | undefined;
  options: SocketIoOptions;
  onConnect(): void;
  /** The connection is lost; a reconnect is scheduled. */
  onDisconnect(): void;
  /** The server refuses the client for good. */
  onRefused(refusal: Refusal): void;
}

const CONNECT_TIMEOUT_MS = 15_000;
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 5_000;

/** A socket that reconnects with backoff until it is refused or closed. */
export function openReconnectingSocket({ address, auth, options, ...on }: SocketPorts) {
  const transports = [...((options.transports as string[] | undefined) ?? ['websocket', 'polling'])];
  // Socket.IO does not reconnect after a refusal, has no way to reconnect at once, and would share a dead connection.
  const overrides = { forceNew: true, reconnection: false, autoConnect: false };
  const socket = io(address, { ...options, ...overrides, transports, ...(auth && { auth }) });
  const backoff = createBackoff(options.reconnectionDelay, options.reconnectionDelayMax);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state: 'connecting' | 'connected' | 'waiting' | 'closed' = 'connecting';
  /** Whether the server has answered on this connection. */
  let isAlive = false;
  let hasRetryAfter = false;

  function schedule(ms: number, act: () => void) {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  }

  function connect() {
    state = 'connecting';
    schedule(options.timeout ?? CONNECT_TIMEOUT_MS, drop);
    socket.connect();
  }

  function onLost(problem: Partial<Refusal> = {}) {
    if (state === 'waiting' || state === 'closed') return;
    state = 'waiting';
    // A transport without any answer may be blocked on the way: try the other.
    if (!isAlive && !problem.reason) transports.reverse();
    isAlive = false;
    hasRetryAfter = Boolean(problem.retry_after);
    schedule(retryDelay(problem, backoff.next()), connect);
    on.onDisconnect();
  }

  function drop() {
    socket.disconnect();
    onLost();
  }

  function close() {
    state = 'closed';
    clearTimeout(timer);
    socket.disconnect();
  }

  function onRefusal(refusal: Refusal) {
    if (isTransient(refusal)) return onLost(refusal);
    close();
    on.onRefused({ reason: refusal.reason, detail: refusal.detail });
  }

  socket.on('connect', () => {
    state = 'connected';
    clearTimeout(timer);
    on.onConnect();
  });
  socket.on('connect_error', ({ data }: Error & { data?: Refusal }) => (data?.reason ? onRefusal(data) : onLost()));
  socket.on('disconnect', () => {
    // Socket.IO would send what it buffered before anything else on the next connection.
    socket.sendBuffer = [];
    onLost();
  });
  socket.on('refused', (refusal: Refusal) => {
    onRefusal(refusal);
    socket.disconnect();
  });
  connect();

  return {
    socket,
    /** Replaces the one timer: of connecting, of reconnecting, or of the next resume. */
    schedule,
    /** Disconnects and reconnects. */
    drop,
    close,
    /** Connects again after a refusal. */
    reopen: connect,
    /** The server has answered. */
    markAlive() {
      backoff.reset();
      isAlive = true;
    },
    /** Reconnects at once, and gives an attempt under way `ms` to succeed. */
    hurry(ms: number) {
      if (state === 'connecting') schedule(ms, drop);
      if (state === 'waiting' && !hasRetryAfter) connect();
    },
  };
}

/** Exponential, with jitter so that clients of a restarted server spread out. */
function createBackoff(firstMs = FIRST_BACKOFF_MS, longestMs = LONGEST_BACKOFF_MS) {
  let attempts = 0;
  return {
    next: () => Math.min(firstMs * 2 ** attempts++, longestMs) * (0.5 + Math.random()),
    reset() {
      attempts = 0;
    },
  };
}
