export { createHeartbeat, newNodeId } from './heartbeat.ts';
export {
  arrive,
  findViewers,
  isAnybodyOnline,
  isConnected,
  leave,
  listAtWork,
  listColleagues,
  look,
  setOwnStatus,
} from './service.ts';
