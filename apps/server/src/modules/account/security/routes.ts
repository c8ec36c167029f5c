import { dashboard } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as security from './service.ts';

export const routes = bind(dashboard.security, {
  read: (ctx) => security.get(ctx),
  update: (ctx, { body }) => security.requireTwoFactor(ctx, only(body, 'two_factor_required')),
  listSessions: (ctx, { query }) => security.listSessions(ctx, query),
  endSession: (ctx, { params }) => security.endSession(ctx, params.id),
  endSessions: (ctx, { params }) => security.endSessions(ctx, params.id),
});
