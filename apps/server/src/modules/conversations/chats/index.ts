export { audienceOf, refuseOutsider } from './internal/rooms.ts';
export { change, showVisitor } from './lifecycle/changing.ts';
export { putAside, readUntil } from './lifecycle/snoozing.ts';
export { move } from './lifecycle/states.ts';
export { absorb, handOver, lockPairs } from './merge/joining.ts';
export { channelIdOf, channelName, SITE, toChat, toVisitorChat, visitorRoom } from './reading.ts';
export { getMany, listChanged } from './resume/resuming.ts';
export { createRoom, ensure, get, getLocked, getRow, lockAll, NO_SOURCE } from './service.ts';
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
