import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as channels from '../channels/index.ts';
import { runBotRequest } from './bots.ts';
import { receive } from './chats.ts';

export const routes = bind(api.compat, {
  bot: (ctx, { body }) => runBotRequest(ctx, body),
  receive: (ctx, { body }) => receive(ctx, body),
  status: async (ctx) => String(await channels.isOnline(ctx, ctx.principal.id)),
});
