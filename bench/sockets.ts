// A minimal client of our sockets: Socket.IO 5 on Engine.IO 4, with hand-written frames.
import type { Socket as Stream } from 'node:net';
import WebSocket from 'ws';

/** Connection credentials. */
export interface Pass {
  url: string;
  namespace: '/visitor' | '/agent';
  auth?: { button_guid: string; token: string };
  headers?: Record<string, string>;
  /** Each has their own network, as on the internet. */
  localAddress?: string;
}

type Listener = (name: string, data: never) => void;

export interface Socket {
  call: <T>(name: string, body: object) => Promise<T>;
  bytesReceived: () => number;
  close: () => Promise<void>;
}

const PATH = '/socket.io/?EIO=4&transport=websocket';
/** How often a client resumes. */
const RESUME_MS = 20_000;

interface Waiting {
  resolve: (data: never) => void;
  reject: (error: Error) => void;
}

/** Resolves when connected. A connection that ends unexpectedly ends the process, since the measurement is void. */
export function openSocket({ url, namespace, auth, ...options }: Pass, onEvent: Listener = () => {}): Promise<Socket> {
  const connection = new WebSocket(url + PATH, { ...options, perMessageDeflate: false, skipUTF8Validation: true });
  const calls = new Map<number, Waiting>();
  let made = 0;
  let isClosing = false;
  let stream: Stream | undefined;

  const call = <T>(name: string, body: object) =>
    new Promise<T>((resolve, reject) => {
      made += 1;
      calls.set(made, { resolve, reject });
      connection.send(`42${namespace},${made}${JSON.stringify([name, body])}`);
    });
  const ended = new Promise<void>((resolve) => {
    connection.once('close', (code) => {
      if (!isClosing) throw new Error(`${namespace} was cut: ${code}`);
      resolve();
    });
  });
  const socket = {
    call,
    bytesReceived: () => stream?.bytesRead ?? 0,
    close() {
      isClosing = true;
      connection.close();
      return ended;
    },
  };

  function acknowledge(text: string) {
    const at = text.indexOf('[');
    const id = Number(text.slice(0, at));
    const [{ data, problem }] = JSON.parse(text.slice(at));
    const waiting = calls.get(id);
    calls.delete(id);
    if (problem) waiting?.reject(new Error(`${problem.reason}: ${problem.detail}`));
    else waiting?.resolve(data as never);
  }

  return new Promise((resolve, reject) => {
    connection.once('error', reject);
    connection.once('upgrade', (response) => {
      stream = response.socket;
    });
    connection.on('message', (frame) => {
      const text = String(frame);
      const rest = text.slice(namespace.length + 3);
      if (text === '2') connection.send('3');
      else if (text.startsWith('0')) connection.send(`40${namespace},${auth ? JSON.stringify(auth) : ''}`);
      else if (text.startsWith('40')) resolve(socket);
      else if (text.startsWith('42')) onEvent(...(JSON.parse(rest) as [string, never]));
      else if (text.startsWith('43')) acknowledge(rest);
      else void socket.close().then(() => reject(new Error(text)));
    });
  });
}

/** Resumes as often as a client does, at a random offset. */
export function keepResuming(resume: () => Promise<unknown>, onRefused?: () => void) {
  const again = () => void resume().catch(onRefused);
  let timer = setTimeout(() => {
    again();
    timer = setInterval(again, RESUME_MS);
  }, Math.random() * RESUME_MS);
  return () => clearTimeout(timer);
}

/** Resumes from its last state. */
export function createResume(socket: Socket) {
  let cursor: string | undefined;
  return async () => {
    ({ cursor } = await socket.call<{ cursor: string }>('resume', { cursor }));
  };
}
