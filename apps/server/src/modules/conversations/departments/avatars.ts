import type { Upload } from '@parley/contract';
import type { Before, Context, Read } from '../../../kernel/data/context.ts';
import { problem } from '../../../kernel/problems.ts';
import * as files from '../../account/files/index.ts';
import { get } from './service.ts';
import * as store from './store.ts';

export async function set(ctx: Before<Context<Read>>, id: number, upload: Upload | undefined) {
  const image = files.requireImage(upload);
  if (!(await store.find(ctx, id))) throw problem('not_found');
  const createFile = await files.createPicture(ctx, image);
  return async (inside: Context) => {
    await replace(inside, id, (await createFile(inside)).id);
    return get(inside, id);
  };
}

export const remove = (ctx: Context, id: number) => replace(ctx, id, null);

async function replace(ctx: Context, id: number, fileId: number | null) {
  const before = await store.lockAvatar(ctx, id);
  if (!before) throw problem('not_found');
  if (before.avatar_file_id === fileId) return;
  await store.setAvatar(ctx, id, fileId);
  if (before.avatar_file_id !== null) await files.release(ctx, before.avatar_file_id);
}
