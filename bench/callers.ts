// HTTP callers with one kept connection each, from an address of their own, that count what they receive.
import http from 'node:http';
import type { Socket as Stream } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Request {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export type Caller = (request: Request) => Promise<void>;

/** Callers of one server. */
export function createCallers(url: string) {
  const streams = new Set<Stream>();
  const { port } = new URL(url);

  function createCaller(localAddress = '127.0.0.1'): Caller {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1, localAddress });
    return async ({ body, ...request }) => {
      const sent = http.request({ agent, host: '127.0.0.1', port, ...request });
      sent.once('socket', (stream) => streams.add(stream));
      const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
        sent.once('response', resolve).once('error', reject).end(body);
      });
      const answered = await text(answer);
      if ((answer.statusCode ?? 0) >= 300) throw new Error(`${request.path}: ${answer.statusCode} ${answered}`);
    };
  }

  return { createCaller, bytesReceived: () => [...streams].reduce((sum, { bytesRead }) => sum + bytesRead, 0) };
}
