import { departmentRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as avatars from './avatars.ts';
import * as departments from './service.ts';

export const routes = bind(departmentRoutes, {
  list: (ctx, { query }) => departments.list(ctx, query),
  create: (ctx, { body }) => departments.create(ctx, body),
  read: (ctx, { params }) => departments.get(ctx, params.id),
  update: (ctx, { params, body }) => departments.update(ctx, params.id, body),
  remove: (ctx, { params }) => departments.remove(ctx, params.id),
  setAvatar: { beforeTransaction: (ctx, { params, upload }) => avatars.set(ctx, params.id, upload) },
  removeAvatar: (ctx, { params }) => avatars.remove(ctx, params.id),
  setAgents: (ctx, { params, body }) => departments.setAgents(ctx, params.id, only(body, 'agent_ids')),
  setSchedule: (ctx, { params, body }) => departments.setSchedule(ctx, params.id, only(body, 'schedule')),
});
