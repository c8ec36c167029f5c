export {
  findViewersBySocket,
  isConnected,
  listAtWork,
  listPresence,
  publishNewAgent,
  restore,
  setOwnStatus,
  setViewedChat,
  suspend,
} from './service.ts';
