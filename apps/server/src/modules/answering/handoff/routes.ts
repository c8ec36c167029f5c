import { chatAiRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as handoff from './service.ts';

const { readAi, setAi } = chatAiRoutes;

export const routes = bind(
  { readAi, setAi },
  {
    readAi: (ctx, { params }) => handoff.getAi(ctx, params.id),
    setAi: (ctx, { params, body }) => handoff.setAi(ctx, params.id, only(body, 'enabled')),
  },
);
