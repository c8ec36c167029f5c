import type { api } from '@parley/contract';
import type { Context, OverHttp } from '../../../../kernel/data/context.ts';
import type { Body } from '../../../../kernel/http/inputs.ts';
import { create, get, update } from '../service.ts';
import type { Fields } from '../store.ts';
import { findUser, lockMerging, lockUser } from './store.ts';

type ContactOfUser = Body<typeof api.contacts.upsert, keyof Fields>;

/**
 * The caller has a token or a session, so its `user_id` counts as verified. The locks are those of an identification: two
 * callers, or a caller and a visitor who is identified meanwhile, get one contact.
 */
export async function upsert(ctx: Context & OverHttp, contact: ContactOfUser) {
  const { user_id, ...changes } = contact;
  await lockMerging(ctx, 'shared');
  await lockUser(ctx, user_id);
  const guid = await findUser(ctx, user_id);
  if (guid === undefined) return create(ctx, contact);
  ctx.response.setStatus(200);
  return Object.keys(changes).length ? update(ctx, guid, changes) : get(ctx, guid);
}
