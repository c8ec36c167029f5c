import type { Write } from '../../../kernel/data/context.ts';
import * as store from './store.ts';

/** Free seats of an account, locked until the write ends. */
export async function lockFreeSeats(work: Write, accountId: number) {
  const seats = await store.lockAccount(work, accountId);
  return seats - (await store.countTakenSeats(work, accountId));
}
