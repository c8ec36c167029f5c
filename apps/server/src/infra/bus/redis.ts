import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Redis } from '../redis/redis.ts';
import type { StartableBus } from './bus.ts';
import { createEnds } from './ends.ts';

interface Options {
  redis: Redis;
  /** Of the installation: others may share the Redis. Known by the start. */
  prefix: () => string;
}

/** What is sent in one turn of the event loop is one message of Redis. */
export function createRedisBus({ redis, prefix }: Options): StartableBus {
  const channel = () => `${prefix()}:bus`;
  const { receive, resume, ...bus } = createEnds({
    gather: () => nextTurn(),
    carry: (text) => redis.run((client) => client.publish(channel(), text)),
  });
  return {
    ...bus,
    start: () =>
      redis.onConnect((client) => {
        redis.run(() => client.subscribe(channel(), (text) => receive(text))).then(resume, () => undefined);
      }),
  };
}
