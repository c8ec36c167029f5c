import type { Write } from '../../../kernel/data/context.ts';
import * as store from './store.ts';

/** How many seats of an account nobody sits on. Until this write ends nobody else takes one, or gives one back. */
export async function lockFreeSeats(work: Write, accountId: number) {
  const seats = await store.lockAccount(work, accountId);
  return seats - (await store.countSeated(work, accountId));
}
