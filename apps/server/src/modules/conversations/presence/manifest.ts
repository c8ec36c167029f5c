import { defineModule } from '../../../kernel/module.ts';
import { createHeartbeat } from './heartbeat.ts';
import { arrive, leave } from './service.ts';

export const manifest = defineModule({
  connections: ({ nodeId }) => ({ arrive: (ctx, socketId) => arrive(ctx, { socketId, nodeId }), leave }),
  heartbeat: createHeartbeat,
});
