import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { Agent, WebSocket } from 'undici';
import { onTestFinished } from 'vitest';
import type { TestApp } from './harness.ts';
import { until } from './until.ts';

// Sockets that speak Engine.IO and Socket.IO by hand, to send what no client would.

interface Options {
  headers?: Record<string, string>;
  /** Whether to answer pings. */
  isAlive?: boolean;
}

type Place = Pick<TestApp, 'address' | 'localAddress'>;

/** An open WebSocket that has joined no namespace. It ends with the test. */
export async function openRaw({ address, localAddress }: Place, { headers = {}, isAlive = true }: Options = {}) {
  const url = `${address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(url, { headers, dispatcher: new Agent({ localAddress }) });
  onTestFinished(() => socket.close());
  const said: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    if (data !== '2') said.push(String(data));
    else if (isAlive) socket.send('3');
  });
  socket.addEventListener('error', () => undefined);
  const raw = {
    /** Everything but pings. */
    said,
    say: (packet: string | Uint8Array<ArrayBuffer>) => socket.send(packet),
    isClosed: () => socket.readyState === WebSocket.CLOSED,
    /** Waits for a packet with this prefix. */
    hears: (start: string, timeoutMs?: number) =>
      until(() => said.find((packet) => packet.startsWith(start)) ?? false, `${start} is heard`, timeoutMs),
    close: () => socket.close(),
  };
  await until(() => said.length > 0 || raw.isClosed(), 'the server greets');
  return raw;
}

export type RawSocket = Awaited<ReturnType<typeof openRaw>>;

/** The same, connected to a namespace. */
export async function connectRaw(
  app: Place,
  namespace: 'visitor' | 'agent',
  { auth = {}, ...options }: Options & { auth?: object } = {},
) {
  const raw = await openRaw(app, options);
  raw.say(`40/${namespace},${JSON.stringify(auth)}`);
  await raw.hears(`40/${namespace},`);
  return raw;
}

/** A client that never reads, so that everything it is sent stays buffered in the server. It answers pings blindly. */
export async function connectUnreading({ address, localAddress }: Place, auth: object) {
  const { hostname, port } = new URL(address);
  const socket = net.connect({ port: Number(port), host: hostname, localAddress });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      `Host: ${hostname}:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    ].join('\r\n'),
  );
  let read = '';
  socket.on('data', (bytes: Buffer) => {
    read += bytes.toString('latin1');
  });
  const say = (text: string) => void socket.write(toFrame(text));
  await until(() => read.includes('pingInterval'), 'the server greets');
  say(`40/visitor,${JSON.stringify(auth)}`);
  await until(() => read.includes('40/visitor,{'), 'it is let in');
  socket.pause();
  return { say, isClosed: () => socket.destroyed || socket.closed };
}

/** A client text frame with a zero mask. */
function toFrame(text: string) {
  const body = Buffer.from(text);
  const isLong = body.length > 125;
  const head = Buffer.alloc(isLong ? 8 : 6);
  head[0] = 0x81;
  head[1] = 0x80 | (isLong ? 126 : body.length);
  if (isLong) head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}
