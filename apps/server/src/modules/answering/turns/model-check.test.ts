import { expect, test } from 'vitest';
import { shareAi } from '../../../../test/answering.ts';
import { startReplies } from '../../../../test/reply-driver.ts';
import {
  afterEvent,
  COMMON,
  isOfAi,
  openTurn,
  RARE,
  type ReplyEvent,
  type ReplyModel,
  started,
} from '../../../../test/reply-model.ts';

// Who owns the next reply, against a model of the table in docs/guides/ai.md: every order of four events, and random ones.

const shared = shareAi();
const LENGTH = 4;
/** Fewer than a widget has turns in flight. */
const AT_ONCE = 48;
const NO_TAKEOVER = { hasTakeover: false };

const next = (model: ReplyModel, event: ReplyEvent) => afterEvent(model, event, NO_TAKEOVER);
const isIdle = (model: ReplyModel, event: ReplyEvent) => JSON.stringify(next(model, event)) === JSON.stringify(model);

/**
 * Every order of that many events after a visitor's first message, without those in which one changes nothing: that one
 * is then tried where it changes nothing, and the order is a shorter one.
 */
function ordersOf(length: number, model = started(NO_TAKEOVER)): ReplyEvent[][] {
  if (length === 0) return [[]];
  return COMMON.filter((event) => !isIdle(model, event)).flatMap((event) =>
    ordersOf(length - 1, next(model, event)).map((order) => [event, ...order]),
  );
}

async function inParallel<T>(items: T[], run: (item: T) => Promise<void>) {
  const left = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of left) await run(item);
    }),
  );
}

const ORDERS = ordersOf(LENGTH);
/** A test has ten seconds of CPU. */
const PART = 60;
const parts = Array.from({ length: Math.ceil(ORDERS.length / PART) }, (_, part) => part);

test.each(parts)('every order of four events follows the table, part %d', async (part) => {
  await using replies = await startReplies(shared());
  const wrong: string[] = [];
  const checked = new Set<string>();

  /** Each order is checked once, however many it begins. */
  async function check(chat: Awaited<ReturnType<typeof replies.open>>) {
    const order = chat.history.join(', ');
    if (checked.has(order)) return;
    checked.add(order);
    const found = await chat.contradictions();
    if (chat.history.length < LENGTH) {
      for (const event of COMMON) if (isIdle(chat.model, event)) found.push(...(await chat.idle(event)));
    }
    wrong.push(...found.map((what) => `${order}: ${what}`));
  }

  const orders = ORDERS.slice(part * PART, (part + 1) * PART);
  await inParallel(orders, async (order) => {
    const chat = await replies.open();
    await check(chat);
    for (const event of order) {
      await chat.step(event);
      await check(chat);
    }
    await chat.end();
  });
  expect(wrong).toEqual([]);
});

test.each(COMMON)('what happens together with %s is as if one of the two had been first', async (one) => {
  await using replies = await startReplies(shared());
  const wrong: string[] = [];
  const others = COMMON.filter((other) => !(isOfAi(one) && isOfAi(other)));
  const races = [0, 1]
    .flatMap((length) => ordersOf(length))
    .flatMap((order) => others.map((other) => ({ order, other })));
  await inParallel(races, async ({ order, other }) => {
    const chat = await replies.open();
    for (const event of order) await chat.step(event);
    const isAsked = openTurn(chat.model) !== undefined;
    if (isAsked || !(isOfAi(one) || isOfAi(other))) {
      for (const what of await chat.race(one, other)) wrong.push(`${order}, ${one} and ${other}: ${what}`);
    }
    await chat.end();
  });
  expect(wrong).toEqual([]);
});

const CHATS = 24;
const EVENTS = 12;
/** Common events happen three times as often. */
const MIXED: ReplyEvent[] = [...COMMON, ...COMMON, ...COMMON, ...RARE];

/** A seeded generator that picks from lists. */
function pickerFrom(seed: number) {
  let state = seed;
  return <T>(list: readonly T[]) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return list[Math.floor((state / 2 ** 32) * list.length)] as T;
  };
}

test.each([1, 2, 3, 4])(
  'random orders of twelve events follow the table, also with takeovers: seed %d',
  async (seed) => {
    await using replies = await startReplies(shared(), { takeoverSeconds: 60 });
    const pick = pickerFrom(seed);
    const wrong: string[] = [];
    const chats = await Promise.all(Array.from({ length: CHATS }, replies.open));
    for (let step = 1; step <= EVENTS; step += 1) {
      const events = chats.map(() => pick(MIXED));
      if (step % 4 === 0) {
        await Promise.all(chats.map((chat) => chat.step('answer')));
        await replies.waitOut(chats);
      }
      await Promise.all(chats.map((chat, at) => chat.step(events[at] as ReplyEvent)));
      for (const chat of chats) {
        for (const what of await chat.contradictions()) wrong.push(`${chat.history.join(', ')}: ${what}`);
      }
      // What went wrong goes on being wrong.
      expect(wrong).toEqual([]);
    }
    await Promise.all(chats.map((chat) => chat.end()));
  },
);
