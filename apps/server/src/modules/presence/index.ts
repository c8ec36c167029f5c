export { createHeartbeat, newNodeId } from './heartbeat.ts';
export {
  arrive,
  findViewers,
  isConnected,
  leave,
  letIn,
  listAtWork,
  listColleagues,
  look,
  setOwnStatus,
  shutOut,
  welcome,
} from './service.ts';
