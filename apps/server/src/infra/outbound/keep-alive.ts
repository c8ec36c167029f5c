import { type Connection, createConnections } from './connections.ts';
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

/** For many posts to a few hosts: connections are reused. */
export function createKeepAliveClient(guard: Guard) {
  const connections = createConnections(guard);
  /** Functions that abort the posts under way. */
  const running = new Set<(reason: Error) => void>();

  /** Uses `dispatch`: the streams of `request` would cost as much as everything else together. */
  function dispatch(connection: Connection, url: URL, { headers, body, timeoutMs, readBytes }: PostRequest) {
    const { promise, resolve, reject } = Promise.withResolvers<PostResponse>();
    const chunks: Buffer[] = [];
    let size = 0;
    let status = 0;
    /** A body that stalls, breaks off or never ends does not undo the response: its status has arrived. */
    const end = (error?: Error) => {
      clearTimeout(timer);
      running.delete(abort);
      if (status) resolve({ status, text: Buffer.concat(chunks).subarray(0, readBytes).toString('utf8') });
      else reject(error);
    };
    const abort = (reason: Error) => {
      end(reason);
      void connection.client.destroy(reason);
    };
    const timer = setTimeout(
      () => abort(new OutboundError('timeout', `${url.host} took longer than ${timeoutMs} ms`)),
      timeoutMs,
    );
    running.add(abort);
    connection.client.dispatch(
      {
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        headers: { ...headers, 'accept-encoding': 'identity' },
        body,
      },
      {
        // Without it, undici takes this for a handler of its former interface.
        onRequestStart: () => undefined,
        onResponseStart(_controller, statusCode) {
          // 1xx is informational.
          if (statusCode >= 200) status = statusCode;
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk);
          size += chunk.length;
          if (size >= readBytes) abort(new Error('The rest of the body is not read'));
        },
        onResponseEnd() {
          end();
          connections.keep(connection);
        },
        onResponseError: (_controller, error) => abort(error),
      },
    );
    return promise;
  }

  return {
    async post(url: URL, request: PostRequest): Promise<PostResponse> {
      const free = connections.take(url.origin);
      try {
        return await dispatch(free instanceof Promise ? await free : free, url, request);
      } catch (error) {
        throw failureOf(url, error);
      }
    },
    close() {
      for (const abort of running) abort(new OutboundError('unreachable', 'The server is stopping'));
      connections.close();
    },
  };
}
