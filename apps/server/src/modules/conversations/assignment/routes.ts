import { chatAssignmentRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { applyBulkAction } from './bulk.ts';
import * as assignment from './service.ts';

export const routes = bind(chatAssignmentRoutes, {
  bulk: (ctx, { body }) => applyBulkAction(ctx, body),
  transfer: (ctx, { params, body }) => assignment.transfer(ctx, params.id, body),
  claim: (ctx, { params, body }) => assignment.claim(ctx, params.id, body),
  attachAgent: (ctx, { params, body }) => assignment.attach(ctx, params.id, body),
  detachAgent: (ctx, { params, body }) => assignment.detach(ctx, params.id, params.agent_id, body),
});
