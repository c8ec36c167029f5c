import { aiTurnRoutes, chatAiRoutes, externalOperatorCallRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { discardDraft, sendDraft } from './drafts.ts';
import { explain, getTurn, listCalls } from './explain.ts';

const { explain: explainRoute, sendDraft: sendDraftRoute, removeDraft } = chatAiRoutes;

export const routes = [
  ...bind(
    { explain: explainRoute, sendDraft: sendDraftRoute, removeDraft },
    {
      explain: (ctx, { params, query }) => explain(ctx, params.id, query),
      sendDraft: (ctx, { params, body }) => sendDraft(ctx, params.id, params.message_id, body),
      removeDraft: (ctx, { params }) => discardDraft(ctx, params.id, params.message_id),
    },
  ),
  ...bind(aiTurnRoutes, { read: (ctx, { params }) => getTurn(ctx, params.id) }),
  ...bind(externalOperatorCallRoutes, {
    listCalls: (ctx, { params, query }) => listCalls(ctx, params.public_id, query),
  }),
];
