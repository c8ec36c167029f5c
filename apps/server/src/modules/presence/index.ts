export { createHeartbeat, newNodeId } from './heartbeat.ts';
export {
  arrive,
  findViewers,
  isAnybodyOnline,
  isConnected,
  leave,
  listColleagues,
  look,
  setOwnStatus,
} from './service.ts';
