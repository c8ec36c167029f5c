import { agentInvitationRoutes, dashboard } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as acceptance from './acceptance.ts';
import * as invitations from './service.ts';

export const routes = [
  ...bind(agentInvitationRoutes, {
    listInvitations: (ctx, { query }) => invitations.list(ctx, query),
    invite: { beforeTransaction: (ctx, { body }) => invitations.create(ctx, only(body, 'email')) },
    resendInvitation: { beforeTransaction: (ctx, { params }) => invitations.resend(ctx, params.id) },
    revokeInvitation: (ctx, { params }) => invitations.remove(ctx, params.id),
  }),
  ...bind(dashboard.agentInvitations, {
    read: (ctx, { body }) => acceptance.readInvitation(ctx, only(body, 'token')),
    accept: { beforeTransaction: (ctx, { body }) => acceptance.accept(ctx, body) },
  }),
];
