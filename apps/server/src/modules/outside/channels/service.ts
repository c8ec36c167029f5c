import { randomBytes } from 'node:crypto';
import type { api } from '@parley/contract';
import type { Before, Context, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { checkAddress } from '../../../kernel/http/outside-addresses.ts';
import { problem } from '../../../kernel/problems.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as routing from '../../conversations/routing/index.ts';
import * as store from './store.ts';

export function list(ctx: Context<Read>, query: Query<typeof api.channels.list, 'cursor' | 'limit'>) {
  return paged(ctx, query, {
    position: ({ id }: { id: number }) => [id],
    read: ([before], limit) => store.list(ctx, { before, limit }),
    item: (row) => row,
  });
}

export async function get(ctx: WidgetContext<Read>, id: number) {
  const channel = await store.find(ctx, id);
  if (!channel) throw problem('not_found');
  return channel;
}

type NewChannel = Body<typeof api.channels.create, keyof store.Settings | 'secret'>;
type Changes = Body<typeof api.channels.update, keyof store.Settings>;

export async function create(ctx: Before<Context<Read>>, { secret, ...settings }: NewChannel) {
  if (settings.outbound_url) await checkAddress(ctx, 'outbound_url', settings.outbound_url);
  return async (inside: Context) => withSecret(inside, await store.insert(inside, settings), secret);
}

export async function update(ctx: Before<Context<Read>>, id: number, changes: Changes) {
  if (changes.outbound_url) await checkAddress(ctx, 'outbound_url', changes.outbound_url);
  return async (inside: Context) => {
    const channel = await store.update(inside, id, changes);
    inside.notify('channel', id);
    return channel;
  };
}

/** Chats and messages stay, but nothing is sent or received any longer. */
export async function remove(ctx: Context, id: number) {
  if (!(await store.remove(ctx, id))) throw problem('not_found');
  ctx.notify('channel', id);
}

/** The old secret stops working at once, for replies and in migration-layer paths. */
export async function rotateSecret(ctx: Context, id: number) {
  const rotated = await withSecret(ctx, await get(ctx, id));
  ctx.notify('channel', id);
  return rotated;
}

async function withSecret(ctx: Context, { id }: store.Channel, chosen?: string) {
  const secret = chosen ?? `chsec_${randomBytes(32).toString('base64url')}`;
  const context = store.sealContextOf(ctx.widgetId, id);
  const sealed = { secret: ctx.vault.seal(secret, context), secret_hash: ctx.vault.hash(secret, context) };
  return { ...(await store.update(ctx, id, sealed)), secret };
}

export async function readStatus(ctx: Context<Read>, id: number) {
  const { is_active } = await get(ctx, id);
  return { online: is_active ? await isOnline(ctx, id) : 0 };
}

export async function isOnline(ctx: WidgetContext<Read>, id: number) {
  return (await routing.isOnline(ctx, chats.channelName(id))) ? 1 : 0;
}
