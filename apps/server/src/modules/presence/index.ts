export { createHeartbeat, newNodeId } from './heartbeat.ts';
export { arrive, findViewers, isAnybodyOnline, isConnected, leave, listColleagues, look } from './service.ts';
