export { change, showVisitor } from './changing.ts';
export { absorb, handOver, lockPairs } from './joining.ts';
export { channelIdOf, channelName, SITE, toChat, toVisitorChat, visitorRoom } from './reading.ts';
export { getMany, listChanged } from './resuming.ts';
export { audienceOf, refuseOutsider } from './rooms.ts';
export { createRoom, ensure, get, getLocked, getRow, lockAll, NO_SOURCE } from './service.ts';
export { putAside, readUntil } from './snoozing.ts';
export { move } from './states.ts';
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
