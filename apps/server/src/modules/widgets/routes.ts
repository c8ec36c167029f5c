import { dashboard } from '@parley/contract';
import { bind } from '../../kernel/bind.ts';
import * as widgets from './service.ts';

export const routes = bind(dashboard.widgetAccess, {
  read: (ctx) => widgets.getAccess(ctx),
  update: (ctx, { body }) => widgets.updateAccess(ctx, body),
});
