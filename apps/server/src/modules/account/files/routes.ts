import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as files from './service.ts';

export const routes = bind(api.files, {
  read: (ctx, { params }) => files.getUrl(ctx, params.id),
  create: { beforeTransaction: (ctx, { body, upload }) => files.create(ctx, upload, body && only(body, 'url')) },
});
