import { Readable } from 'node:stream';
import type { Upload } from '@parley/contract';
import { redraw, UnreadablePicture } from '../../../infra/files/redraw.ts';
import { isInlineImage } from '../../../infra/files/sniff.ts';
import { StorageError } from '../../../infra/files/storage-error.ts';
import type { Before, Context, Read } from '../../../kernel/data/context.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import { create } from './service.ts';

const MAX_BYTES = 2_048 * 1_024;

/** Throws unless it is an image of an allowed type and size. */
export function requireImage(upload: Upload | undefined): Upload {
  if (!upload || !isInlineImage(upload.type)) throw invalid({ file: 'must be a PNG, JPEG, GIF or WebP image' });
  if (upload.size > MAX_BYTES) throw invalid({ file: `is larger than ${MAX_BYTES} bytes` });
  return upload;
}

/** Stores an avatar; the returned function makes its file permanent. */
export async function createPicture(ctx: Before<Context<Read>>, image: Upload) {
  const picture = await redrawAvatar(ctx, image);
  return create(ctx, picture, undefined).catch((error) => {
    throw error instanceof StorageError
      ? problem('upstream_failed', 'The avatar could not be stored. Retry in a moment.')
      : error;
  });
}

/** Re-encodes the image, which removes metadata, and drops its original name. */
async function redrawAvatar({ storage }: Before<Context<Read>>, { path }: Upload): Promise<Upload> {
  const bytes = await redraw(path).catch((error) => {
    throw error instanceof UnreadablePicture ? invalid({ file: 'is not a readable image' }) : error;
  });
  const staged = await storage.receive(Readable.from([bytes]), MAX_BYTES);
  return { ...staged, name: `avatar.${staged.type.slice('image/'.length)}` };
}
