import type { Upload } from '@parley/contract';
import { isInlineImage } from '../../infra/files/sniff.ts';
import { StorageError } from '../../infra/files/storage-error.ts';
import type { Before, Context, WidgetContext } from '../../kernel/context.ts';
import { invalid, problem } from '../../kernel/problems.ts';
import * as files from '../files/index.ts';
import { get } from './service.ts';
import * as store from './store.ts';

const MOST_BYTES = 2_048 * 1_024;

export async function set(ctx: Before<Context>, id: number, upload: Upload | undefined) {
  const show = await receive(ctx, id, upload);
  return async (inside: Context) => {
    await show(inside);
    return get(inside, id);
  };
}

/** Stores the picture; what it returns shows it in place of the one before. */
export async function receive(ctx: Before<Context>, id: number, upload: Upload | undefined) {
  const picture = checked(upload);
  if (!(await store.find(ctx, ctx.widgetId, id))) throw problem('not_found');
  const keep = await files.create(ctx, picture, undefined).catch((error) => {
    throw error instanceof StorageError ? problem('upstream_failed', 'The picture could not be stored.') : error;
  });
  return async (inside: WidgetContext) => replace(inside, id, (await keep(inside)).id);
}

/** Under a name of ours: everybody sees the picture, and nobody what its file was called. */
function checked(upload: Upload | undefined): Upload {
  if (!upload || !isInlineImage(upload.type)) throw invalid({ file: 'must be a PNG, JPEG, GIF or WebP image' });
  if (upload.size > MOST_BYTES) throw invalid({ file: `is larger than ${MOST_BYTES} bytes` });
  return { ...upload, name: `avatar.${upload.type.slice('image/'.length)}` };
}

export const remove = (ctx: WidgetContext, id: number) => replace(ctx, id, null);

async function replace(ctx: WidgetContext, id: number, fileId: number | null) {
  const before = await store.lockAvatar(ctx, id);
  if (!before) throw problem('not_found');
  await store.setAvatar(ctx, id, fileId);
  if (before.avatar_file_id !== null) await files.release(ctx, before.avatar_file_id);
}
