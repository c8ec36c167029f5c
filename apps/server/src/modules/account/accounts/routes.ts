import { accountRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as accounts from './service.ts';

export const routes = bind(accountRoutes, {
  read: (ctx) => accounts.getProfile(ctx),
  update: (ctx, { body }) => accounts.updateProfile(ctx, body),
});
