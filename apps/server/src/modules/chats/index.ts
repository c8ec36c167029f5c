export { routes } from './routes.ts';
export { ensure, get, getLocked, getRow } from './service.ts';
export {
  activityAt,
  type ChatChanges,
  type ChatRow,
  findConversation,
  findLastSeq,
  type HeadChanges,
  type LockedChat,
  update,
  updateChat,
} from './store.ts';
export { sweepChats } from './sweep.ts';
