import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';

const NOTES = 0.1;
const LONG_TEXTS = 0.1;
const LONGEST_TEXT = 4_000;
/** A sender with that many unsent messages pauses in this chat. */
const MAX_PENDING = 5;
const MAX_PENDING_OF_ALL = 500;
const TICK_MS = 50;

interface TalkOptions {
  people: People;
  ledger: Ledger;
  random: Random;
  sendsPerSecond: number;
}

/** Returns a function that lets visitors and agents write in turn until `count` messages were sent. */
export function createTalk({ people, ledger, random, sendsPerSecond }: TalkOptions) {
  const { visitors, agents } = people;

  function text(name: string) {
    const words = random.next() < LONG_TEXTS ? 'long '.repeat(random.between(1, LONGEST_TEXT / 5)) : 'short ';
    return `${name} ${words}${Math.floor(random.next() * 2 ** 32)}`;
  }

  function speakAsVisitor() {
    const { name, client } = random.pick(visitors);
    if (client.state.pending.length >= MAX_PENDING) return false;
    const body = text(name);
    ledger.note(name, client.send({ type: 'text', body }, randomUUID()), body);
    return true;
  }

  function speakAsAgent() {
    const { name, client, conversations } = random.pick(agents);
    if (!conversations.size) return speakAsVisitor();
    const chatId = random.pick([...conversations.keys()]);
    if (client.state.pending.filter(({ chat_id }) => chat_id === chatId).length >= MAX_PENDING) return false;
    const body = text(name);
    const id = randomUUID();
    if (random.next() < NOTES) client.note(chatId, body, [], id);
    else client.send(chatId, { type: 'text', body }, id);
    ledger.note(`${name} in ${chatId}`, id, body);
    return true;
  }

  return async (count: number) => {
    const perTick = (sendsPerSecond * TICK_MS) / 1_000;
    let said = 0;
    for (let due = 0; said < count; await sleep(TICK_MS)) {
      people.follow();
      due = Math.min(due + perTick, said + 2 * perTick, count);
      const isHeldUp = people.pending().length >= MAX_PENDING_OF_ALL;
      while (!isHeldUp && said < due && (ledger.size() % 2 ? speakAsAgent() : speakAsVisitor())) said += 1;
    }
  };
}
