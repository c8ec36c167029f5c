import { dashboard } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as sampleData from './service.ts';

export const routes = bind(dashboard.sampleData, {
  read: (ctx) => sampleData.getState(ctx),
  create: async (ctx, { body }) => {
    await sampleData.fill(ctx, ctx.widgetId, only(body, 'locale'));
    return sampleData.getState(ctx);
  },
  remove: async (ctx) => {
    await sampleData.remove(ctx, ctx.widgetId);
  },
});
