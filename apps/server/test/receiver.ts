import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A delivery as received. */
interface Arrival {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

/** How a receiver responds; `place` is the index of the arrival. */
export type Responder = (response: ServerResponse, arrival: Arrival, place: number) => void;

const yes: Responder = (response) => void response.end('ok');

/**
 * A receiver of webhooks and channel replies. It responds with 200, or as told. Concurrent tests pass their own
 * `onTestFinished`.
 */
export async function startReceiver(answering: Responder = yes, atEnd: typeof onTestFinished = onTestFinished) {
  const arrivals: Arrival[] = [];
  const receiver = { answering };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const arrival = { path: request.url ?? '', headers: request.headers, body, at: performance.now() };
    arrivals.push(arrival);
    receiver.answering(response, arrival, arrivals.length - 1);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  atEnd(close);
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, { arrivals, close, port, url: `http://127.0.0.1:${port}` });
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Lets a test's server call this machine. */
export const CALLS_THIS_MACHINE = { OUTBOUND_ALLOW: '127.0.0.1' };
