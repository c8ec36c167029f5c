import { chatAssignmentRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { act } from './bulk.ts';
import * as ownership from './service.ts';

export const routes = bind(chatAssignmentRoutes, {
  bulk: (ctx, { body }) => act(ctx, body),
  transfer: (ctx, { params, body }) => ownership.transfer(ctx, params.id, body),
  claim: (ctx, { params, body }) => ownership.claim(ctx, params.id, body),
  attachAgent: (ctx, { params, body }) => ownership.attach(ctx, params.id, body),
  detachAgent: (ctx, { params, body }) => ownership.detach(ctx, params.id, params.agent_id, body),
});
