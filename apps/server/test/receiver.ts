import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A delivery as it arrived. */
interface Arrival {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

/** How a receiver answers; the number is the how-manieth arrival it is, from 0 on. */
export type Answering = (response: ServerResponse, arrival: Arrival, place: number) => void;

const yes: Answering = (response) => void response.end('ok');

/**
 * Somebody's server that is sent webhooks and replies of channels. It answers yes, or as it is told. Of tests that run at
 * one moment, each says itself when it is finished.
 */
export async function startReceiver(answering: Answering = yes, atEnd: typeof onTestFinished = onTestFinished) {
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

/** What lets a server of a test call this machine. */
export const CALLS_THIS_MACHINE = { OUTBOUND_ALLOW: '127.0.0.1' };
