import { defineModule } from '../../../kernel/module.ts';
import { createHeartbeat } from './heartbeat.ts';
import { arrive, leave } from './service.ts';

export const manifest = defineModule({
  connections: ({ nodeId }) => ({
    onConnect: (ctx, socketId) => arrive(ctx, { socketId, nodeId }),
    onDisconnect: leave,
  }),
  heartbeat: createHeartbeat,
});
