// Runs as a process of listening clients: they resume, answer pings, and count what they receive.
import { setTimeout as pause } from 'node:timers/promises';
import type { Operator, Visitor } from './realtime-people.ts';
import { serve } from './realtime-process.ts';
import { createResume, keepResuming, openSocket, type Pass, type Socket } from './sockets.ts';

const CONNECTING = 20;
const ATTEMPTS = 10;
const PAUSE_MS = 1_000;

interface Said {
  message: { id: number; chat_id?: number; seq: number };
}

let leaving: (() => Promise<void>)[] = [];
const nothing = () => ({ byVisitors: 0, byOperators: 0, overtaken: 0, refused: 0 });
let heard = nothing();

/** Counts the events of one socket: duplicates once, and two writers of a chat may arrive in either order. */
function createEar(who: 'byVisitors' | 'byOperators') {
  const known = new Set<number>();
  const last = new Map<number, number>();
  return ({ message: { id, chat_id = 0, seq } }: Said) => {
    if (known.has(id)) return;
    known.add(id);
    heard[who] += 1;
    if (seq < (last.get(chat_id) ?? 0)) heard.overtaken += 1;
    else last.set(chat_id, seq);
  };
}

/** A busy server is asked again, as by any client. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!String(error).includes('unavailable')) throw error;
      heard.refused += 1;
      await pause(PAUSE_MS * (0.5 + Math.random()));
    }
  }
  return ask();
}

function listen(pass: Pass, onMessage: (said: Said) => void) {
  return patiently(() => openSocket(pass, (name, data) => name === 'message' && onMessage(data)));
}

function stay(socket: Socket, resume: () => Promise<unknown>) {
  const stop = keepResuming(resume, () => {
    heard.refused += 1;
  });
  leaving.push(() => {
    stop();
    return socket.close();
  });
}

async function seat({ pass, seq }: Visitor) {
  let have = seq;
  const ear = createEar('byVisitors');
  const socket = await listen(pass, (said) => {
    have = Math.max(have, said.message.seq);
    ear(said);
  });
  const resume = async () => {
    const { chat } = await socket.call<{ chat: { last_seq: number } }>('resume', { seq: have });
    have = chat.last_seq;
  };
  await patiently(resume);
  stay(socket, resume);
}

async function hire({ pass }: Operator) {
  const socket = await listen(pass, createEar('byOperators'));
  const resume = createResume(socket);
  await patiently(resume);
  stay(socket, resume);
}

const commands = {
  /** Connects everyone, some at a time. */
  async come({ visitors, operators }: { visitors: Visitor[]; operators: Operator[] }) {
    await Promise.all(operators.map(hire));
    const next = visitors.values();
    const some = async () => {
      for (const each of next) await seat(each);
    };
    await Promise.all(Array.from({ length: CONNECTING }, some));
  },
  heard: async () => heard,
  async forget() {
    heard = nothing();
  },
  async leave() {
    await Promise.all(leaving.map((leave) => leave()));
    leaving = [];
  },
};

export type Crowd = typeof commands;

serve(commands);
