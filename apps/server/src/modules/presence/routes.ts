import { dashboard } from '@parley/contract';
import { bind } from '../../kernel/bind.ts';
import * as presence from './service.ts';

export const routes = bind(dashboard.presence, {
  set: (ctx) => presence.arrive(ctx),
  remove: (ctx) => presence.leave(ctx),
});
