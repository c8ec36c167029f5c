import type { Api, EventName, ParleyEvent } from './contract.ts';
import { ParleyProblem } from './problem.ts';
import { wait } from './send.ts';

/** An event with its place in the feed. */
export type FeedEvent = ParleyEvent & {
  /** Store it once the event is handled; `after` continues from it. */
  number: number;
  created_at: string;
};

export interface FollowOptions<Type extends EventName = EventName> {
  /** Number of the last event that was handled: 0 unless told, which begins with the oldest of the last 7 days. */
  after?: number;
  /** Every type unless told. */
  types?: readonly Type[];
  /** How long a quiet feed is left alone at most: 5,000 unless told. */
  pollMs?: number;
  /** Ends the loop. */
  signal?: AbortSignal;
}

export interface Feed {
  /**
   * Events in the order of their numbers, without end: waits for new ones, and through failures of the network and the
   * server. An event comes again if the program ends before its number is stored.
   */
  follow<Type extends EventName = EventName>(
    options?: FollowOptions<Type>,
  ): AsyncGenerator<Extract<FeedEvent, { type: Type }>, void, undefined>;
  /** Number of the newest event, for a program that begins with what happens from now on. Store it before you follow. */
  lastNumber(): Promise<number>;
}

const PAGE = 100;
const FIRST_POLL_MS = 500;
const FIRST_BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 30_000;

type List = Api['events']['list'];
type Query = NonNullable<NonNullable<Parameters<List>[0]>['query']>;

export function createFeed(list: List): Feed {
  return {
    async *follow<Type extends EventName>({ after = 0, types, pollMs = 5_000, signal }: FollowOptions<Type> = {}) {
      const read = (query: Query) => persist(() => list({ query, ...(signal && { signal }) }), signal);
      const isAsked = (event: FeedEvent): event is Extract<FeedEvent, { type: Type }> =>
        !types || types.some((type) => type === event.type);
      try {
        let last = after;
        let pause = FIRST_POLL_MS;
        for (;;) {
          const { data } = await read({ after: last, limit: PAGE, ...(types?.length === 1 && { type: types[0] }) });
          for (const item of data) {
            if (signal?.aborted) return;
            // The route leaves `data` open; the declarations of the events say what is in it.
            const event = item as FeedEvent;
            if (isAsked(event)) yield event;
            last = event.number;
          }
          pause = data.length ? FIRST_POLL_MS : Math.min(pause * 2, pollMs);
          if (data.length < PAGE) await wait(Math.min(pause, pollMs), signal);
        }
      } catch (error) {
        if (!signal?.aborted) throw error;
      }
    },
    async lastNumber() {
      const { data } = await list({ query: { sort: 'newest', limit: 1 } });
      return data[0]?.number ?? 0;
    },
  };
}

/** Repeats a read until the server answers it; a refusal that no wait changes is thrown. */
async function persist<T>(read: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await read();
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ParleyProblem && error.status < 500 && error.status !== 429) throw error;
      const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** failures, LONGEST_BACKOFF_MS) * (0.5 + Math.random() / 2);
      const asked = error instanceof ParleyProblem ? (error.retryAfter ?? 0) * 1_000 : 0;
      await wait(Math.max(backoff, asked), signal);
    }
  }
}
