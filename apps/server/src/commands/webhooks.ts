import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '@parley/sdk';
import { type CommandOptions, fail, failMissing, readText, type StandaloneCommand, text } from './command.ts';

const SLOW_MS = 5_000;
const MAX_PORT = 65_535;

type Responder = (response: ServerResponse) => void;

/** Simulated failures of a receiver. */
const FAULTS: Record<string, Responder> = {
  timeout: () => undefined,
  reset: (response) => void response.socket?.resetAndDestroy(),
  slow: (response) => void setTimeout(() => respond(response, 200), SLOW_MS),
};

export const listen: StandaloneCommand = {
  summary: 'receive webhooks on this machine and print them',
  required: ['port', 'secret'],
  options: { port: text, secret: text, fail: text },
  runAlone: async (options, { signal, print }) => {
    const port = readPort(options);
    const secret = readText(options, 'secret') || fail('--secret must not be empty');
    const faults = readFaults(options);

    async function receive(request: IncomingMessage, response: ServerResponse) {
      const at = new Date().toISOString();
      const { delivery, isVerified } = await read(request, secret);
      // A wrong signature means another subscription, so it uses up no fault.
      const answered = isVerified ? (faults.shift() ?? '200') : '401';
      print({ at, ...delivery, is_verified: isVerified, answered });
      const simulate = FAULTS[answered];
      if (simulate) simulate(response);
      else respond(response, Number(answered));
    }

    const server = createServer((request, response) => {
      if (request.method !== 'POST') return respond(response, 405);
      // A request that is cut off is no delivery.
      receive(request, response).catch(() => response.destroy());
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening', { signal }).catch((error) => failToListen(error, port));
    process.stderr.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
    if (!signal.aborted) await once(signal, 'abort');
    server.close();
    server.closeAllConnections();
  },
};

async function read(request: IncomingMessage, secret: string) {
  const body = await buffer(request);
  const header = (name: string) => request.headers[`x-service-${name}`]?.toString() ?? null;
  const delivery = {
    event: header('event'),
    delivery: header('delivery'),
    idempotency_key: header('idempotency-key'),
    body: parse(body.toString()),
  };
  return { delivery, isVerified: await verifyWebhook({ body, signature: header('signature'), secret }) };
}

/** Anything but JSON is printed as it is. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function respond(response: ServerResponse, status: number) {
  response.writeHead(status).end();
}

/** 0 means any free port. */
function readPort(options: CommandOptions) {
  const port = readText(options, 'port') ?? '';
  return /^\d{1,5}$/.test(port) && Number(port) <= MAX_PORT
    ? Number(port)
    : fail(`--port must be a whole number from 0 to ${MAX_PORT}`);
}

function readFaults(options: CommandOptions) {
  const faults = readText(options, 'fail')?.split(',') ?? [];
  const isKnown = (fault: string) => Object.hasOwn(FAULTS, fault) || /^[2-5]\d\d$/.test(fault);
  if (!faults.every(isKnown))
    fail(
      '--fail must be a comma-separated list of statuses from 200 to 599, timeout, reset or slow, such as 500,timeout',
    );
  return faults;
}

function failToListen(error: NodeJS.ErrnoException, port: number): never {
  if (error.code === 'EADDRINUSE') failMissing(`Port ${port} is in use. Pass another --port, or 0 for any free one`);
  if (error.code === 'EACCES') failMissing(`Port ${port} needs privileges. Pass a --port of 1024 or above`);
  throw error;
}
