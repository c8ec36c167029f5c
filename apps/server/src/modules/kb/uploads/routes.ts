import { kbUploadRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as uploads from './service.ts';

export const routes = bind(kbUploadRoutes, {
  listUploads: (ctx, { query }) => uploads.list(ctx, query),
  createUpload: { beforeTransaction: (ctx, { upload }) => uploads.create(ctx, upload) },
  readUpload: (ctx, { params }) => uploads.get(ctx, params.id),
  removeUpload: (ctx, { params }) => uploads.remove(ctx, params.id),
});
