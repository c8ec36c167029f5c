export {
  findViewers,
  isConnected,
  listAtWork,
  listPresence,
  publishNewAgent,
  restore,
  setOwnStatus,
  setViewedChat,
  suspend,
} from './service.ts';
