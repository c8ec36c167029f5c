export { change, showVisitor } from './changing.ts';
export { absorb, handOver, lockPairs } from './joining.ts';
export { SITE, toChat, toVisitorChat, visitorRoom } from './reading.ts';
export { getMany, listChanged } from './resuming.ts';
export { routes } from './routes.ts';
export { ensure, get, getLocked, getRow } from './service.ts';
export {
  activityAt,
  type ChatChanges,
  type ChatRow,
  findLastSeq,
  findOfContact,
  type HeadChanges,
  type LockedChat,
  updateChat,
} from './store.ts';
export { sweepChats } from './sweep.ts';
