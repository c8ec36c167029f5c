// Runs as a process of visitors and agents who write to each other. Both ends of a message share one clock.
import { setTimeout as pause } from 'node:timers/promises';
import type { Desk, Visitor } from './realtime-people.ts';
import { serve } from './realtime-process.ts';
import { createResume, keepResuming, openSocket, type Pass, type Socket } from './sockets.ts';

const TEXT = 'It was sent on Monday and will be there tomorrow';
const IN_FLIGHT = 24;
const HEARD_MS = 10_000;

interface Conversation {
  id: number;
  visitor: Socket;
  /** The agent who replies. */
  operator: Socket;
  /** How many receive the visitor's messages. */
  operators: number;
}

type Side = 'visitor' | 'operator';

const conversations: Conversation[] = [];
const unheard = new Map<string, () => void>();
let said = 0;

interface Said {
  message: { client_message_id: string | null; seq: number };
}

/** Both sides receive every message; the other side's arrival counts. */
function hear(side: Side, { message: { client_message_id: id } }: Said) {
  if (id !== null && !id.startsWith(side)) unheard.get(id)?.();
}

async function openVisitor({ pass, seq }: Visitor) {
  let have = seq;
  const socket = await openSocket(pass, (name, said: Said) => {
    if (name !== 'message') return;
    have = said.message.seq;
    hear('visitor', said);
  });
  const resume = () => socket.call('resume', { seq: have });
  await resume();
  keepResuming(resume);
  return socket;
}

async function openOperator(pass: Pass) {
  const socket = await openSocket(pass, (name, said: Said) => name === 'message' && hear('operator', said));
  const resume = createResume(socket);
  await resume();
  keepResuming(resume);
  return socket;
}

async function openConversations({ operators, visitors }: Desk) {
  const sockets = await Promise.all(operators.map(({ pass }) => openOperator(pass)));
  const open = async (each: Visitor, at: number) => {
    const operator = sockets[at % sockets.length] as Socket;
    conversations.push({ id: each.chatId, visitor: await openVisitor(each), operator, operators: sockets.length });
  };
  await Promise.all(visitors.map(open));
}

/** Milliseconds until everyone on the other side has a message. */
async function say(since: number) {
  const { id, visitor, operator, operators } = conversations[said % conversations.length] as Conversation;
  // The sender also alternates between passes.
  const side: Side = (said + Math.floor(said / conversations.length)) % 2 ? 'visitor' : 'operator';
  said += 1;
  const client_message_id = `${side}-${said}`;
  const body = { type: 'text', body: TEXT, client_message_id };
  const heard = whenHeard(client_message_id, side === 'visitor' ? operators : 1);
  await (side === 'visitor' ? visitor.call('send', body) : operator.call('send', { ...body, chat_id: id }));
  return { side, ms: (await heard) - since };
}

function whenHeard(id: string, times: number) {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const timer = setTimeout(() => reject(new Error(`${id} was not heard`)), HEARD_MS);
  let left = times;
  unheard.set(id, () => {
    left -= 1;
    if (left) return;
    clearTimeout(timer);
    unheard.delete(id);
    resolve(performance.now());
  });
  return promise;
}

const commands = {
  async open(desks: Desk[]) {
    for (const desk of desks) await openConversations(desk);
  },
  /** Messages per second when each follows as soon as the last has arrived. */
  async saturate({ seconds }: { seconds: number }) {
    const since = performance.now();
    const until = since + seconds * 1_000;
    let count = 0;
    const write = async () => {
      while (performance.now() < until) {
        await say(0);
        count += 1;
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, write));
    return (count * 1_000) / (performance.now() - since);
  },
  /** Sends at a fixed rate regardless of responses, timing each from when it was due. */
  async pace({ rate, seconds }: { rate: number; seconds: number }) {
    const sent: ReturnType<typeof say>[] = [];
    const since = performance.now();
    while (sent.length < rate * seconds) {
      const due = since + (sent.length * 1_000) / rate;
      if (due > performance.now()) await pause(1);
      else sent.push(say(due));
    }
    const all = await Promise.all(sent);
    const of = (wanted: Side) => all.flatMap(({ side, ms }) => (side === wanted ? ms : []));
    return { visitor: of('visitor'), operator: of('operator') };
  },
};

export type Talk = typeof commands;

serve(commands);
