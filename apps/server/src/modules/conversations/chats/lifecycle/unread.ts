import type { Context } from '../../../../kernel/data/context.ts';
import { get, getLocked } from '../service.ts';
import { change } from './changes.ts';
import { unsee } from './store.ts';

/** For agents only: what the visitor knows to be seen stays so. */
export async function markUnread(ctx: Context, id: number) {
  const chat = await getLocked(ctx, id);
  if (chat.unread === 0 && (await unsee(ctx, id, 1))) await change(ctx, id, { head: { unread: 1 } });
  return get(ctx, id);
}
