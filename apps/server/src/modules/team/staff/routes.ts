import { agentRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as agents from '../../account/agents/index.ts';
import * as staff from './service.ts';

export const routes = bind(agentRoutes, {
  list: (ctx, { query }) => agents.list(ctx, query),
  listWorkloads: (ctx, { query }) => staff.listWorkloads(ctx, query),
  readSeats: (ctx) => staff.getSeats(ctx),
  read: (ctx, { params }) => agents.get(ctx, params.id),
  update: (ctx, { params, body }) => staff.update(ctx, params.id, body),
  remove: (ctx, { params }) => staff.remove(ctx, params.id),
  suspend: (ctx, { params }) => staff.suspend(ctx, params.id),
  restore: (ctx, { params }) => staff.restore(ctx, params.id),
  setRole: (ctx, { params, body }) => staff.setRole(ctx, params.id, only(body, 'role')),
  listEvents: (ctx, { params, query }) => agents.listEvents(ctx, params.id, query),
  setAvatar: { beforeTransaction: (ctx, { params, upload }) => staff.setAvatar(ctx, params.id, upload) },
  removeAvatar: (ctx, { params }) => staff.removeAvatar(ctx, params.id),
});
