import type { Agent } from 'undici';
import { failureOf } from './exchange.ts';
import type { Guard } from './guard.ts';
import { OutboundError } from './outbound-error.ts';

export interface Letter {
  headers: Record<string, string>;
  body: string;
  /** Until the head of the answer is there: name, connection and all. */
  timeoutMs: number;
  /** How much of the answer is read. */
  readBytes: number;
}

export interface Receipt {
  status: number;
  /** The beginning of the body; what has not come by the time limit is left out. */
  text: string;
}

const CONNECT_MS = 10_000;
/** A server that waits longer for the next letter than this does not hang up while it is on its way. */
const IDLE_MS = 2_000;
/** A name may lead elsewhere by then. */
const LIFE_MS = 60_000;

/** Posts many letters to the same few addresses: connections are kept a moment, each to an address that was checked. */
export function createPostman(guard: Guard) {
  let agent: Promise<Agent> | undefined;

  /** Most servers post nothing for hours, and this takes memory. */
  async function createAgent() {
    const undici = await import('undici');
    return new undici.Agent({
      connect: ({ protocol, hostname, port }, callback) =>
        void connect(new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}`)).then(
          (socket) => callback(null, socket),
          (error) => callback(error, null),
        ),
      allowH2: false,
      keepAliveTimeout: IDLE_MS,
      clientTtl: LIFE_MS,
      // The signal is the only clock.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** The signal would go with the socket for all its life, so it has to end with the connecting. */
  async function connect(url: URL) {
    const connecting = new AbortController();
    const late = new OutboundError('timeout', `${url.host} took longer than ${CONNECT_MS} ms to connect`);
    const timer = setTimeout(() => connecting.abort(late), CONNECT_MS);
    try {
      return await guard.connect(url, { httpsOnly: true }, connecting.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async post(url: URL, letter: Letter, signal: AbortSignal): Promise<Receipt> {
      agent ??= createAgent();
      try {
        return await dispatch(await agent, url, letter, signal);
      } catch (error) {
        throw failureOf(url, error);
      }
    },
    close: async () => (await agent)?.destroy(),
  };
}

/** Without the streams of a usual request, which cost as much as all the rest. */
function dispatch(agent: Agent, url: URL, { headers, body, readBytes }: Letter, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<Receipt>();
  const chunks: Buffer[] = [];
  let size = 0;
  let status = 0;
  let stop = (_reason: Error) => {};
  /** Whoever dribbles, breaks off or goes on for ever has answered all the same: the status was said before. */
  const end = (error?: Error) => {
    if (status) resolve({ status, text: Buffer.concat(chunks).subarray(0, readBytes).toString('utf8') });
    else reject(error);
  };
  const breakOff = () => {
    end(signal.reason);
    stop(signal.reason);
  };
  // The agent would hear of it only once it is connected.
  signal.addEventListener('abort', breakOff, { once: true });
  agent.dispatch(
    {
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: { ...headers, 'accept-encoding': 'identity' },
      body,
    },
    {
      onRequestStart(controller) {
        stop = (reason) => controller.abort(reason);
        if (signal.aborted) stop(signal.reason);
      },
      onResponseStart(_controller, statusCode) {
        // What is below is only said in between.
        if (statusCode >= 200) status = statusCode;
      },
      onResponseData(controller, chunk) {
        chunks.push(chunk);
        size += chunk.length;
        if (size < readBytes) return;
        end();
        controller.abort(new Error('That was enough'));
      },
      onResponseEnd: () => end(),
      onResponseError: (_controller, error) => end(error),
    },
  );
  return promise;
}
