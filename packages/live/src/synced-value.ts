import { type Answer, isPassing } from './connection/problem.ts';

interface TellingPlan<V> {
  /** What the server takes for granted. */
  initial: V;
  isOpen(): boolean;
  tell(value: V): Promise<Answer<unknown> | undefined>;
  /** No more often than that. */
  everyMs?: number;
}

/** Keeps the server told of the newest value: one call at a time, and again if it was not answered. */
export function createTelling<V>({ initial, isOpen, tell, everyMs = 0 }: TellingPlan<V>) {
  let wanted = initial;
  let told = initial;
  let isTelling = false;

  async function run() {
    if (isTelling) return;
    isTelling = true;
    while (isOpen() && wanted !== told) {
      const value = wanted;
      const [answer] = await Promise.all([tell(value), everyMs && sleep(everyMs)]);
      if (!answer || (answer.problem && isPassing(answer.problem))) break;
      told = value;
    }
    isTelling = false;
  }

  return {
    run,
    wanted: () => wanted,
    want(value: V) {
      wanted = value;
      void run();
    },
    /** There is nothing to be told. */
    forget() {
      wanted = initial;
      told = initial;
    },
    /** The server knows nothing of it any more. */
    renew() {
      told = initial;
      void run();
    },
  };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
