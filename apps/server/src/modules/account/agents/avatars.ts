import type { Upload } from '@parley/contract';
import type { Before, Context, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { problem } from '../../../kernel/problems.ts';
import * as files from '../files/index.ts';
import { record } from './events.ts';
import { get } from './service.ts';
import * as store from './store.ts';

export async function set(ctx: Before<Context<Read>>, id: number, upload: Upload | undefined) {
  const replaceAvatar = await receive(ctx, id, upload);
  return async (inside: Context) => {
    await replaceAvatar(inside);
    return get(inside, id);
  };
}

/** Stores the image; the returned function replaces the avatar. */
export async function receive(ctx: Before<Context<Read>>, id: number, upload: Upload | undefined) {
  const image = files.requireImage(upload);
  if (!(await store.find(ctx, ctx.widgetId, id))) throw problem('not_found');
  const createFile = await files.createPicture(ctx, image);
  return async (inside: WidgetContext) => replace(inside, id, (await createFile(inside)).id);
}

export const remove = (ctx: WidgetContext, id: number) => replace(ctx, id, null);

async function replace(ctx: WidgetContext, id: number, fileId: number | null) {
  const before = await store.lockAvatar(ctx, id);
  if (!before) throw problem('not_found');
  if (before.avatar_file_id === fileId) return;
  await store.setAvatar(ctx, id, fileId);
  record(ctx, id, 'avatar_changed');
  if (before.avatar_file_id !== null) await files.release(ctx, before.avatar_file_id);
}
