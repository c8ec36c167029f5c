import { visitorLive } from '@parley/contract';
import type { VisitorContext } from '../../kernel/context.ts';
import { bindCalls } from '../../kernel/live/calls.ts';
import * as visitors from './service.ts';

export const calls = bindCalls(visitorLive.calls, {
  resume: (ctx: VisitorContext, { seq }) => visitors.resume(ctx, seq),
  send: (ctx: VisitorContext, body) => visitors.send(ctx, body),
  typing: async (ctx: VisitorContext, body) => {
    await visitors.type(ctx, body);
    return {};
  },
  received: async (ctx: VisitorContext, { seq }) => {
    await visitors.receive(ctx, seq);
    return {};
  },
  seen: (ctx: VisitorContext, { seq }) => visitors.see(ctx, seq),
});
