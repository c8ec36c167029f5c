import type { api, Upload } from '@parley/contract';
import type { Before, Context, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as files from '../../account/files/index.ts';
import { findModel } from '../embedding/index.ts';
import * as rules from '../rules/index.ts';
import * as store from './store.ts';

export function list(ctx: Context<Read>, query: Query<typeof api.kb.listUploads, 'cursor' | 'limit'>) {
  return paged(ctx, query, {
    position: ({ id }: { id: number }) => [id],
    read: ([before], limit) => store.list(ctx, { before, limit }),
    item: (row) => row,
  });
}

export async function get(ctx: Context<Read>, id: number) {
  const upload = await store.find(ctx, id);
  if (!upload) throw problem('not_found');
  return upload;
}

/** Stores the document; it is read in the background. */
export async function create(ctx: Before<Context<Read>>, upload: Upload | undefined) {
  if (!upload) throw invalid({ file: 'is required' });
  const { name, size } = upload;
  const type = await ctx.extractor.detect(upload);
  if (!type) throw invalid({ file: 'must be a PDF, DOCX, Markdown, HTML, text or CSV document' });
  if (!(await findModel(ctx))) throw problem('kb_embed_credential_missing');
  const keep = await files.create(ctx, upload, undefined);
  return async (inside: Context) => {
    await rules.requireRoom(inside, 1);
    const file = await keep(inside);
    const id = await store.insert(inside, { name, type, size, file_id: file.id });
    inside.audit({ id, name });
    inside.wake({ kind: 'upload', destinationId: inside.widgetId });
    return get(inside, id);
  };
}

/** A node that reads it finds it gone, and stores nothing. */
export async function remove(ctx: Context, id: number) {
  const { name } = await get(ctx, id);
  const removed = await store.remove(ctx, id);
  if (!removed) throw problem('not_found');
  await rules.removeSource(ctx, sourceOf(id));
  if (removed.file_id !== null) await files.release(ctx, removed.file_id);
  ctx.audit({ id, name });
}

export const sourceOf = (id: number) => `upload:${id}`;
