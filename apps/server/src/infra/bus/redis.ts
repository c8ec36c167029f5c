import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Redis } from '../redis/redis.ts';
import { createBatchedBus } from './batched-bus.ts';
import type { StartableBus } from './bus.ts';

interface BusOptions {
  redis: Redis;
  /** Distinguishes installations that share a Redis. Available once the server has started. */
  prefix: () => string;
}

/** Sends everything of one turn of the event loop as one Redis message. */
export function createRedisBus({ redis, prefix }: BusOptions): StartableBus {
  const channel = () => `${prefix()}:bus`;
  const { receive, resume, ...bus } = createBatchedBus({
    gather: () => nextTurn(),
    send: (text) => redis.run((client) => client.publish(channel(), text)),
  });
  return {
    ...bus,
    start: () =>
      redis.onConnect((client) => {
        redis.run(() => client.subscribe(channel(), (text) => receive(text))).then(resume, () => undefined);
      }),
  };
}
