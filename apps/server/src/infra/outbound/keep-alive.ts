import type { Agent } from 'undici';
import { failureOf } from './exchange.ts';
import type { Guard } from './guard.ts';
import { OutboundError } from './outbound-error.ts';

export interface PostRequest {
  headers: Record<string, string>;
  body: string;
  /** Until the response headers arrive, including DNS and connecting. */
  timeoutMs: number;
  /** How much of the response body is read. */
  readBytes: number;
}

export interface PostResponse {
  status: number;
  /** The beginning of the body, as much of it as came before the timeout. */
  text: string;
}

const CONNECT_MS = 10_000;
/** Shorter than the keep-alive timeout of most servers, so that they do not close a connection we just reused. */
const IDLE_MS = 2_000;
/** After this the name is resolved again. */
const LIFE_MS = 60_000;

/** For many posts to a few hosts: connections are reused for a short time, each to an address the guard checked. */
export function createKeepAliveClient(guard: Guard) {
  let agent: Promise<Agent> | undefined;

  /** Loaded on first use: most servers post nothing for hours, and it takes memory. */
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
      // Timeouts come from the signal alone.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** A socket keeps its signal for life, so connecting has a signal of its own. */
  async function connect(url: URL) {
    const connecting = new AbortController();
    const timeoutError = new OutboundError('timeout', `${url.host} took longer than ${CONNECT_MS} ms to connect`);
    const timer = setTimeout(() => connecting.abort(timeoutError), CONNECT_MS);
    try {
      return await guard.connect(url, { httpsOnly: true }, connecting.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async post(url: URL, request: PostRequest, signal: AbortSignal): Promise<PostResponse> {
      agent ??= createAgent();
      try {
        return await dispatch(await agent, url, request, signal);
      } catch (error) {
        throw failureOf(url, error);
      }
    },
    close: async () => (await agent)?.destroy(),
  };
}

/** Uses `dispatch`: the streams of `request` would cost as much as everything else together. */
function dispatch(agent: Agent, url: URL, { headers, body, readBytes }: PostRequest, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<PostResponse>();
  const chunks: Buffer[] = [];
  let size = 0;
  let status = 0;
  let stop = (_reason: Error) => {};
  /** A body that stalls, breaks off or never ends does not undo the response: its status has arrived. */
  const end = (error?: Error) => {
    if (status) resolve({ status, text: Buffer.concat(chunks).subarray(0, readBytes).toString('utf8') });
    else reject(error);
  };
  const abort = () => {
    end(signal.reason);
    stop(signal.reason);
  };
  // The agent handles a signal only once it is connected.
  signal.addEventListener('abort', abort, { once: true });
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
        // 1xx is informational.
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
