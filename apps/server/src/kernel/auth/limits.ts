import type { Cap } from '@parley/contract';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from '../../infra/redis/redis.ts';
import { problem } from '../problems.ts';
import { type Count, MemoryCounter } from './memory-counter.ts';

/** A call of a route with a cap per widget or account. */
export interface CappedCall extends Cap {
  route: string;
  key: string;
}

const MINUTE = 60;
const PER_MINUTE = {
  /** Typing and reading notices count as writes. */
  session: { read: 6_000, write: 3_000 },
  /** Unauthenticated callers, by address. */
  address: { read: 600, write: 120 },
  visitor: { read: 240, write: 60 },
  /** All visitors behind one address, such as an office or a mobile carrier. */
  network: { read: 12_000, write: 3_000 },
};
type Caller = 'token' | keyof typeof PER_MINUTE;
const REFUSALS_PER_MINUTE = 3_000;

interface LimitOptions {
  /** Calls of one token in a minute. */
  token: Record<'read' | 'write', number>;
  /** Shared by all nodes; without it, or while it is unreachable, each node counts in memory. */
  redis?: Redis;
  /** Prefix of our keys. */
  prefix: () => string;
}

/** Every rate limit of the server. Losing a node or Redis loses at most a minute of counts. */
export function createLimits({ token, redis, prefix }: LimitOptions) {
  const storeClient = redis && createStoreClient(redis, prefix);
  const create = (kind: string, limit: number, seconds: number) => createCounter(kind, { limit, seconds, storeClient });
  const perMinute = Object.fromEntries(
    Object.entries({ token, ...PER_MINUTE }).map(([kind, { read, write }]) => [
      kind,
      { read: create(`${kind} reads`, read, MINUTE), write: create(`${kind} writes`, write, MINUTE) },
    ]),
  ) as Record<Caller, Record<'read' | 'write', Counter>>;
  const refusals = create('refusals', REFUSALS_PER_MINUTE, MINUTE);
  /** Of this node: Redis is asked only about networks that this node has refused. */
  const refusalsHere = redis && new MemoryCounter(REFUSALS_PER_MINUTE, MINUTE);
  const counters = new Map<string, Counter>();
  const counter = (kind: string, limit: number, seconds: number) => {
    const found = counters.get(kind) ?? create(kind, limit, seconds);
    counters.set(kind, found);
    return found;
  };

  return {
    count: (kind: Caller, rate: 'read' | 'write', key: string | number) => perMinute[kind][rate].add(String(key)),

    /** Counts a call against the cap of its widget or account. */
    async countCapped({ route, limit, seconds, key }: CappedCall) {
      refuseOver(await counter(route, limit, seconds).add(key));
    },
    /** Takes back the count of a call that failed. */
    uncountCapped: ({ route, limit, seconds, key }: CappedCall) => counter(route, limit, seconds).undo(key),
    counter,

    /** Refuses networks with too many recent 401, 403 and guesses. */
    async refuseTooManyRefusals(address: string) {
      const network = networkOf(address);
      if (refusalsHere && !refusalsHere.peek(network)) return;
      const count = await refusals.peek(network);
      if (count) refuseOver(count);
    },
    countRefusal(address: string) {
      void refusals.add(networkOf(address));
      void refusalsHere?.add(networkOf(address));
    },
  };
}

export type Limits = ReturnType<typeof createLimits>;

/** Rate-limit key of an address: the /64 for IPv6, since one host owns the prefix. */
export function networkOf(address: string) {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = address.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0;
  return [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':')].slice(0, 4).join(':');
}

type Awaitable<T> = T | Promise<T>;

/** Waits for Redis only. */
export interface Counter {
  add: (key: string) => Awaitable<Count>;
  /** Reads without counting; undefined if nothing was counted. */
  peek: (key: string) => Awaitable<Count | undefined>;
  /** Takes one call back. */
  undo: (key: string) => unknown;
  reset: (key: string) => unknown;
}

interface CounterOptions {
  limit: number;
  seconds: number;
  storeClient?: StoreClient;
}

function createCounter(keyPrefix: string, { limit, seconds, storeClient }: CounterOptions): Counter {
  if (!storeClient) return new MemoryCounter(limit, seconds);
  const options = { keyPrefix, points: limit, duration: seconds };
  const insuranceLimiter = new RateLimiterMemory(options);
  const limiter = new RateLimiterRedis({ ...options, storeClient, useRedisPackage: true, insuranceLimiter });
  const toCount = ({ remainingPoints, msBeforeNext, consumedPoints }: RateLimiterRes): Count => ({
    limit,
    remaining: Math.max(remainingPoints, 0),
    resetMs: msBeforeNext,
    isOver: consumedPoints > limit,
  });
  return {
    // Over the limit the library rejects with the same kind of result.
    add: (key) => limiter.consume(key).then(toCount, toCount),
    peek: async (key) => {
      const found = await limiter.get(key);
      return found ? { ...toCount(found), isOver: found.consumedPoints >= limit } : undefined;
    },
    undo: (key) => limiter.reward(key),
    reset: (key) => limiter.delete(key),
  };
}

type StoreClient = ReturnType<typeof createStoreClient>;

/** The part of a Redis client that the library uses, on the current connection. */
function createStoreClient({ run }: Redis, prefix: () => string) {
  const nameOf = (key: string) => `${prefix()}:${key}`;
  return {
    eval: (script: string, { keys: [key = ''], arguments: values }: { keys: string[]; arguments: string[] }) =>
      run((client) => client.eval(script, { keys: [nameOf(key)], arguments: values })),
    del: (key: string) => run((client) => client.del(nameOf(key))),
    multi: () => ({
      get: (key: string) => ({
        pTTL: () => ({ exec: () => run((client) => Promise.all([client.get(nameOf(key)), client.pTTL(nameOf(key))])) }),
      }),
    }),
  };
}

export function refuseOver({ isOver, resetMs }: Count) {
  if (!isOver) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(resetMs / 1_000));
  throw problem('rate_limited', `Too many requests. Retry in ${retryAfterSeconds} s.`, { retryAfterSeconds });
}
