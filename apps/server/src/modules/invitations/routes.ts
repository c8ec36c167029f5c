import { api, dashboard } from '@parley/contract';
import { bind } from '../../kernel/bind.ts';
import * as accepting from './accepting.ts';
import * as invitations from './service.ts';

export const routes = [
  ...bind(api.agentInvitations, {
    list: (ctx, { query }) => invitations.list(ctx, query),
    create: { beforeTransaction: (ctx, { body }) => invitations.create(ctx, body.email) },
    remove: (ctx, { params }) => invitations.remove(ctx, params.id),
  }),
  ...bind(dashboard.invitation, {
    open: (ctx, { body }) => accepting.open(ctx, body.token),
    accept: { beforeTransaction: (ctx, { body }) => accepting.accept(ctx, body) },
  }),
];
