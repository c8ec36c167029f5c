import type { Read, Write } from '../../../kernel/data/context.ts';
import * as store from './store.ts';

/** Free seats of an account, locked until the write ends. */
export async function lockFreeSeats(work: Write, accountId: number) {
  const seats = await store.lockAccount(work, accountId);
  return seats - (await store.countTakenSeats(work, accountId));
}

/** All seats of an account, and those taken. */
export async function countSeats(work: Read, accountId: number) {
  const [total, used] = await Promise.all([store.findSeats(work, accountId), store.countTakenSeats(work, accountId)]);
  return { total, used };
}
