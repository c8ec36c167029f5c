import { api, dashboard } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as avito from './avito.ts';
import * as cabinets from './cabinets.ts';
import * as communities from './communities.ts';
import { requireWritable } from './credentials.ts';
import { readHealth } from './health.ts';
import * as messengers from './service.ts';

export const routes = [
  ...bind(api.messengers, {
    list: (ctx) => messengers.list(ctx),
    listCommunities: (ctx, { query }) => communities.list(ctx, query),
    addCommunity: { beforeTransaction: (ctx, { body }) => communities.add(ctx, body) },
    makePrimary: (ctx, { params }) => communities.makePrimary(ctx, params.id),
    removeCommunity: { beforeTransaction: (ctx, { params }) => communities.remove(ctx, params.id) },
    listCabinets: (ctx, { query }) => cabinets.list(ctx, query),
    readCabinet: (ctx, { params }) => cabinets.get(ctx, params.id),
    updateCabinet: { beforeTransaction: (ctx, { params, body }) => cabinets.update(ctx, params.id, body) },
    removeCabinet: { beforeTransaction: (ctx, { params }) => cabinets.remove(ctx, params.id) },
    read: (ctx, { params }) => messengers.get(ctx, params.provider),
    readHealth: (ctx, { params }) => readHealth(ctx, params.provider),
    connect: {
      checkPath: ({ provider }) => void requireWritable(provider),
      beforeTransaction: (ctx, { params, body }) => messengers.connect(ctx, params.provider, body),
    },
    disconnect: { beforeTransaction: (ctx, { params }) => messengers.disconnect(ctx, params.provider) },
    verify: { beforeTransaction: (ctx, { params }) => messengers.verify(ctx, params.provider) },
  }),
  ...bind(dashboard.avitoConnection, {
    connect: { beforeTransaction: (ctx) => avito.start(ctx) },
    finish: { beforeTransaction: (ctx, { query }) => avito.finish(ctx, query) },
  }),
];
