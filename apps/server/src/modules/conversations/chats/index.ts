export { eventDataOf } from './event-data.ts';
export { agentRoomsOf, requireAccess } from './internal/access.ts';
export { change, publishToVisitor, raiseVersion } from './lifecycle/changes.ts';
export { markRead, readingOf } from './lifecycle/reading.ts';
export { parseSnoozeUntil, snoozeChat } from './lifecycle/snooze.ts';
export { changeState, restoreState } from './lifecycle/states.ts';
export { type AgentNotice, notifyAgent } from './log/notify-agent.ts';
export { markOpened } from './log/opened.ts';
export { listLogAfter } from './log/record.ts';
export { findNewest as findNewestEntry, listAssigned } from './log/store.ts';
export { lockPairs, mergeIntoTwin, setContact } from './merge/merge.ts';
export {
  markSeen as markSeenSign,
  markSeenInMessenger,
  showTyping as typingSign,
  showTypingInMessenger,
} from './messenger-signs.ts';
export { publishReach } from './reach/service.ts';
export { getMany, listChanged } from './resume/resume.ts';
export { channelIdOf, channelName, SITE, toChat, toVisitorChat, visitorRoom } from './serialize.ts';
export {
  createInternalChat,
  findForMessage,
  findLocked,
  findOrCreate,
  get,
  getForMessage,
  getLocked,
  getRow,
  lockAll,
  NO_SOURCE,
} from './service.ts';
export type { Snapshot } from './snapshots.ts';
export * as snapshots from './snapshots.ts';
export {
  type ChatChanges,
  type ChatRow,
  find as findRow,
  findLastSeq,
  findOfContact,
  findOfContactWithAgent,
  type HeadChanges,
  type LockedChat,
  updateChat,
} from './store.ts';
export { decide } from './turns/decide.ts';
export { type LeasedTurn, leasedColumns } from './turns/store.ts';
export {
  lockAnswered,
  planTaking,
  type Reaction,
  react,
  type Superseding,
  TURN_ENDED,
  takeFromAi,
} from './turns/turns.ts';
