// Runs as a process of visitors and operators who write to each other. Both ends of a message are here, and so is one clock.
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
  /** The one who answers. */
  operator: Socket;
  /** How many hear the visitor. */
  operators: number;
}

type Side = 'visitor' | 'operator';

const conversations: Conversation[] = [];
const unheard = new Map<string, () => void>();
let said = 0;

interface Said {
  message: { client_message_id: string | null; seq: number };
}

/** Both sides hear every message; what counts is when the other one does. */
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

/** Milliseconds from a moment until everybody on the other side has a message that is sent now. */
async function say(since: number) {
  const { id, visitor, operator, operators } = conversations[said % conversations.length] as Conversation;
  // Whose turn it is changes from one pass through all of them to the next as well.
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
  /** Messages a second when each is followed by the next as soon as it is there. */
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
  /** Sends at a rate, whatever becomes of it, and counts each from the moment that it was due. */
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
