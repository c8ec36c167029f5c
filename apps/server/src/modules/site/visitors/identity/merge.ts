import type { Context } from '../../../../kernel/data/context.ts';
import { invalid, problem } from '../../../../kernel/problems.ts';
import * as chats from '../../../conversations/chats/index.ts';
import * as contacts from '../../../people/contacts/index.ts';
import * as store from '../store.ts';
import { setBlocked } from './blocking.ts';
import { mergeContacts } from './merge-contacts.ts';

/** Merges another contact into the kept one. If either was blocked, the result is: merging is no way around a block. */
export async function merge(ctx: Context, keptId: string, otherId: string) {
  await contacts.lockMerging(ctx, 'alone');
  const { into, from } = await lockContacts(ctx, keptId, otherId);
  const pairs = await chats.lockPairs(ctx, from.number, into.number);
  const custom_data = into.custom_data.length ? into.custom_data : from.custom_data;
  await mergeContacts(ctx, pairs, { from, into, custom_data, source: 'api' });
  return from.blocked_at === null ? contacts.get(ctx, keptId) : setBlocked(ctx, keptId, true);
}

/** In the common lock order: browsers, then contacts. */
async function lockContacts(ctx: Context, keptId: string, otherId: string) {
  const kept = await contacts.find(ctx, keptId);
  const other = await contacts.find(ctx, otherId);
  if (!kept) throw problem('not_found');
  if (keptId === otherId) throw invalid({ contact_id: 'must be another contact' });
  if (!other) throw unknownContact();
  const numbers = [kept.number, other.number];
  await store.lockByContacts(ctx, numbers);
  const locked = await contacts.lockPair(ctx, numbers);
  const into = locked.find(({ id }) => id === keptId);
  const from = locked.find(({ id }) => id === otherId);
  if (!into) throw problem('not_found');
  if (!from) throw unknownContact();
  if (into.user_id !== null && from.user_id !== null) {
    throw invalid({ contact_id: 'has another verified user_id: these are two people' });
  }
  return { into, from };
}

function unknownContact() {
  return invalid({ contact_id: 'is not a contact of this widget' });
}
