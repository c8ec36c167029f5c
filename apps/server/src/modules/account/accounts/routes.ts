import { accountRoutes, dashboard } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as ownWidgets from './own-widgets.ts';
import * as accounts from './service.ts';

export const routes = [
  ...bind(accountRoutes, {
    read: (ctx) => accounts.getProfile(ctx),
    update: (ctx, { body }) => accounts.updateProfile(ctx, body),
  }),
  ...bind(dashboard.widgets, {
    create: (ctx, { body }) => ownWidgets.create(ctx, body),
    readSettings: (ctx, { params }) => ownWidgets.getSettings(ctx, params.id),
  }),
  ...bind(dashboard.identityKey, {
    renew: { beforeTransaction: (ctx, { body }) => ownWidgets.renewIdentityKey(ctx, only(body, 'password')) },
  }),
];
