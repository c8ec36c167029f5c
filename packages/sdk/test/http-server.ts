import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { problems } from '@parley/contract';
import { onTestFinished } from 'vitest';

interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  bytes: Buffer;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** JSON, unless it is a string. */
  body?: unknown;
}

/** The connection is cut instead of an answer. */
export const hangUp = Symbol('hang up');

type Answerer = (request: Received, count: number) => Answer | typeof hangUp | Promise<Answer | typeof hangUp>;

/** A server for one test: answers as it is told and keeps what it was asked. */
export async function serve(answer: Answerer) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const bytes = await buffer(request);
    const entry = { method, url, headers, body: bytes.toString(), bytes };
    received.push(entry);
    write(await answer(entry, received.length), request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const keys = () => received.map(({ headers }) => headers['x-service-idempotency-key']);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, keys };
}

function write(answer: Answer | typeof hangUp, request: IncomingMessage, response: ServerResponse) {
  if (answer === hangUp) return request.socket.destroy();
  const { status = 200, headers = {}, body } = answer;
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
  return response.end(isText || body === undefined ? body : JSON.stringify(body));
}

/** A problem as the server of Parley writes it. */
export function problem(
  code: keyof typeof problems,
  { headers, ...members }: { headers?: Record<string, string> } & Record<string, unknown> = {},
): Answer {
  const { status, title } = problems[code];
  return {
    status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', 'x-request-id': 'req-1', ...headers },
    body: {
      type: 'about:blank',
      title,
      status,
      detail: title,
      reason: code,
      instance: 'urn:request:req-1',
      ...members,
    },
  };
}
