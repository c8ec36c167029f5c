import { visitorLive } from '@parley/contract';
import { bindCalls } from '../../../kernel/live/calls.ts';
import * as visitors from './service.ts';

export const calls = bindCalls(visitorLive, {
  resume: (ctx, { seq }) => visitors.resume(ctx, seq),
  send: (ctx, body) => visitors.send(ctx, body),
  typing: async (ctx, body) => {
    await visitors.publishTyping(ctx, body);
    return {};
  },
  received: async (ctx, { seq }) => {
    await visitors.markReceived(ctx, seq);
    return {};
  },
  seen: (ctx, { seq }) => visitors.markSeen(ctx, seq),
});
