import { defineModule } from '../../../kernel/module.ts';
import { createHeartbeat } from './heartbeat.ts';
import { connect, disconnect } from './service.ts';

export const manifest = defineModule({
  connections: ({ nodeId }) => ({
    onConnect: (ctx, socketId) => connect(ctx, { socketId, nodeId }),
    onDisconnect: disconnect,
  }),
  heartbeat: createHeartbeat,
});
