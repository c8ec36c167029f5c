import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as phrases from './service.ts';
import { exportAll } from './transfer/export.ts';
import { importAll, preview } from './transfer/import.ts';

export const routes = bind(api.quickPhrases, {
  list: (ctx, { query }) => phrases.list(ctx, query),
  export: (ctx, { query }) => exportAll(ctx, query),
  import: { beforeTransaction: (_ctx, { upload }) => importAll(upload) },
  previewImport: { beforeTransaction: (ctx, { upload }) => preview(ctx, upload) },
  create: (ctx, { body }) => phrases.create(ctx, body),
  update: (ctx, { params, body }) => phrases.update(ctx, params.id, body),
  remove: (ctx, { params }) => phrases.remove(ctx, params.id),
});
