import { api } from '@parley/contract';
import { bind } from '../../kernel/bind.ts';
import * as avatars from './avatars.ts';
import * as agents from './service.ts';

// Until they are written.
const later = async () => {
  throw new Error('later');
};

export const routes = bind(api.agents, {
  list: (ctx, { query }) => agents.list(ctx, query),
  read: (ctx, { params }) => agents.get(ctx, params.id),
  update: later,
  remove: later,
  suspend: later,
  restore: later,
  setRole: later,
  listEvents: later,
  setAvatar: { beforeTransaction: (ctx, { params, upload }) => avatars.set(ctx, params.id, upload) },
  removeAvatar: (ctx, { params }) => avatars.remove(ctx, params.id),
});
