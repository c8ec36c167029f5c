import { api, contactRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as contacts from './service.ts';
import { exportAll } from './transfer/export.ts';
import { importAll, preview } from './transfer/import.ts';
import { upsert } from './users/upsert.ts';

export const routes = [
  ...bind(contactRoutes, {
    list: (ctx, { query }) => contacts.list(ctx, query),
    export: (ctx, { query }) => exportAll(ctx, query),
    import: { beforeTransaction: (_ctx, { upload }) => importAll(upload) },
    previewImport: { beforeTransaction: (ctx, { upload }) => preview(ctx, upload) },
    read: (ctx, { params }) => contacts.get(ctx, params.id),
    create: (ctx, { body }) => contacts.create(ctx, body),
    upsert: (ctx, { body }) => upsert(ctx, body),
    update: (ctx, { params, body }) => contacts.update(ctx, params.id, body),
    remove: (ctx, { params }) => contacts.remove(ctx, params.id),
    addTags: (ctx, { params, body }) => contacts.addTags(ctx, params.id, only(body, 'tags')),
    removeTag: (ctx, { params }) => contacts.removeTag(ctx, params.id, params.tag),
  }),
  ...bind(api.tags, { list: (ctx, { query }) => contacts.listTags(ctx, query) }),
];
