import { Readable } from 'node:stream';
import type { Upload } from '@parley/contract';
import { redraw, UnreadablePicture } from '../../../infra/files/redraw.ts';
import { isInlineImage } from '../../../infra/files/sniff.ts';
import { StorageError } from '../../../infra/files/storage-error.ts';
import type { Before, Context, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as files from '../files/index.ts';
import { record } from './events.ts';
import { get } from './service.ts';
import * as store from './store.ts';

const MAX_BYTES = 2_048 * 1_024;

export async function set(ctx: Before<Context<Read>>, id: number, upload: Upload | undefined) {
  const replaceAvatar = await receive(ctx, id, upload);
  return async (inside: Context) => {
    await replaceAvatar(inside);
    return get(inside, id);
  };
}

/** Stores the image; the returned function replaces the avatar. */
export async function receive(ctx: Before<Context<Read>>, id: number, upload: Upload | undefined) {
  const image = requireImage(upload);
  if (!(await store.find(ctx, ctx.widgetId, id))) throw problem('not_found');
  const picture = await redrawAvatar(ctx, image);
  const createFile = await files.create(ctx, picture, undefined).catch((error) => {
    throw error instanceof StorageError
      ? problem('upstream_failed', 'The avatar could not be stored. Retry in a moment.')
      : error;
  });
  return async (inside: WidgetContext) => replace(inside, id, (await createFile(inside)).id);
}

function requireImage(upload: Upload | undefined): Upload {
  if (!upload || !isInlineImage(upload.type)) throw invalid({ file: 'must be a PNG, JPEG, GIF or WebP image' });
  if (upload.size > MAX_BYTES) throw invalid({ file: `is larger than ${MAX_BYTES} bytes` });
  return upload;
}

/** Re-encodes the image, which removes metadata, and drops its original name. */
async function redrawAvatar({ storage }: Before<Context<Read>>, { path }: Upload): Promise<Upload> {
  const bytes = await redraw(path).catch((error) => {
    throw error instanceof UnreadablePicture ? invalid({ file: 'is not a readable image' }) : error;
  });
  const staged = await storage.receive(Readable.from([bytes]), MAX_BYTES);
  return { ...staged, name: `avatar.${staged.type.slice('image/'.length)}` };
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
