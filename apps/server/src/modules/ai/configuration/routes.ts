import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as configuration from './service.ts';

export const routes = bind(api.aiSettings, {
  read: (ctx) => configuration.getSettings(ctx),
  update: (ctx, { body }) => configuration.updateSettings(ctx, body),
  migrate: (ctx) => configuration.migrate(ctx),
});
