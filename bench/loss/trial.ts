import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@parley/contract';
import { readStored } from './cast.ts';
import { createLedger, type Findings, type Ledger } from './ledger.ts';
import { connectPeople, type People } from './people.ts';
import type { NoisyProxy } from './proxy.ts';
import { createRandom, type Random } from './random.ts';
import { build, type Stage } from './stage.ts';
import { createTalk } from './talk.ts';
import { isIn } from './until.ts';

/** One server is killed, both are, or one dies on a commit. */
export type Blow = 'kill' | 'both' | 'commit';

export interface Plan {
  sends: number;
  visitors: number;
  agents: number;
  /** In order, each while its share of the messages is sent. */
  blows: Blow[];
  /** Redis crashes midway. */
  isRedisKilled: boolean;
  seed: number;
  sendsPerSecond: number;
  statementMs: number;
  /** Mean time until a fault hits a connection. */
  calmMs: number;
  settleMs: number;
  /** An exclusive database; by default one on a separate PostgreSQL. */
  databaseUrl?: string;
  tell: (line: string) => void;
}

interface Struck {
  kills: number;
  killsAfterCommit: number;
  redisKills: number;
}

export interface Outcome extends Findings, Struck, ReturnType<typeof figures> {
  sends: number;
  seconds: number;
}

const DYING_MS = 15_000;
const REDIS_AWAY_MS = 3_000;
const COMPARE_EVERY_MS = 500;
const MAX_TOLD = 10;

/** Everyone writes while everything breaks; afterwards all views are compared. */
export async function attempt(plan: Plan): Promise<Outcome> {
  await using stack = new AsyncDisposableStack();
  const interrupted = interruption(stack);
  const random = createRandom(plan.seed);
  const stage = await build(stack, plan, random.fork());
  const ledger = createLedger();
  const people = connectPeople({
    ...stage,
    url: stage.urls.any,
    pinnedUrls: stage.urls.each,
    options: { statementMs: plan.statementMs },
  });
  stack.defer(people.close);

  const talk = createTalk({ people, ledger, random: random.fork(), sendsPerSecond: plan.sendsPerSecond });
  return await Promise.race([interrupted, perform(plan, { stage, people, ledger, talk, random: random.fork() })]);
}

/** Rejects on interruption, so that everything is stopped and removed then too. */
function interruption(stack: AsyncDisposableStack) {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const end = (signal: string) => reject(new Error(signal));
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, end);
    stack.defer(() => void process.off(signal, end));
  }
  return promise;
}

interface Scene {
  stage: Stage;
  people: People;
  ledger: Ledger;
  talk: (count: number) => Promise<void>;
  random: Random;
}

async function perform(plan: Plan, scene: Scene): Promise<Outcome> {
  const { stage, people, ledger } = scene;
  const since = performance.now();
  const struck = await play(plan, scene);
  for (const proxy of stage.proxies) proxy.quieten();
  plan.tell(`everything is said, ${people.pending().length} messages are on their way; the noise is over`);
  await settle(plan, people);

  const stored = await readAll(stage, people);
  const isSame = () => !ledger.compare(stored, people.copies()).examples.length;
  if (!(await isIn(plan.settleMs, isSame, COMPARE_EVERY_MS))) for (const { log } of stage.servers) plan.tell(log());
  const seconds = Math.round((performance.now() - since) / 1_000);
  const findings = ledger.compare(stored, people.copies());
  return { ...findings, ...struck, ...figures(stage, people), sends: ledger.size(), seconds };
}

/** Faults follow each other while all messages are sent. */
async function play(plan: Plan, { stage, people, talk, random }: Scene) {
  const { blows, sends, sendsPerSecond, isRedisKilled, tell } = plan;
  const struck: Struck = { kills: 0, killsAfterCommit: 0, redisKills: 0 };
  const upTo = (count: number) => Math.floor((sends * count) / blows.length);
  for (const [index, blow] of blows.entries()) {
    const isMiddle = index === Math.floor(blows.length / 2);
    const share = upTo(index + 1) - upTo(index);
    // Early enough for a commit to follow.
    const beforeMs = random.between(0, share / sendsPerSecond / 2) * 1_000;
    await Promise.all([
      talk(share),
      sleep(beforeMs).then(() => strike(blow, { stage, random, struck })),
      isMiddle && isRedisKilled && crashRedis(stage, struck),
    ]);
    tell(`${index + 1} of ${blows.length}: ${blow}, ${people.pending().length} messages are on their way`);
  }
  return struck;
}

async function strike(blow: Blow, { stage, random, struck }: Pick<Scene, 'stage' | 'random'> & { struck: Struck }) {
  const one = random.pick(stage.servers);
  const victims = blow === 'both' ? stage.servers : [one];
  if (blow === 'commit' && (await one.killAfterCommit(DYING_MS))) struck.killsAfterCommit += 1;
  await Promise.all(victims.map((server) => server.kill()));
  struck.kills += victims.length;
  await Promise.all(victims.map((server) => server.start()));
  for (const proxy of stage.proxies) proxy.strike(random.pick(['cut', 'hold', 'drop']), 0.3);
}

async function crashRedis({ redis }: Stage, struck: Struck) {
  await redis.crash();
  struck.redisKills += 1;
  await sleep(REDIS_AWAY_MS);
  await redis.start();
}

/** Waits until everyone is connected, knows their chat and has sent everything; reports those who do not. */
async function settle({ settleMs, tell }: Plan, people: People) {
  const isSettled = () => !people.pending().length && !people.away().length && !people.strangers();
  if (await isIn(settleMs, isSettled)) return;
  for (const line of people.away().slice(0, MAX_TOLD)) tell(line);
  for (const each of people.pending().slice(0, MAX_TOLD)) tell(`on its way: ${JSON.stringify(each).slice(0, 300)}`);
}

async function readAll({ directUrl, cast }: Stage, people: People) {
  const stored = new Map<number, Message[]>();
  people.follow();
  for (const id of people.chatIds()) stored.set(id, await readStored(directUrl, cast.apiToken, id));
  return stored;
}

function figures({ proxies }: Stage, people: People) {
  const sum = (name: keyof NoisyProxy['counts']) => proxies.reduce((total, { counts }) => total + counts[name], 0);
  const pending = people.pending();
  return {
    cuts: sum('cut'),
    drops: sum('drop'),
    halfOpens: sum('hold'),
    delays: sum('delay'),
    reconnects: people.reconnects(),
    ...people.wire,
    pending: pending.filter(({ problem }) => !problem).length,
    failed: pending.filter(({ problem }) => problem).length,
  };
}
