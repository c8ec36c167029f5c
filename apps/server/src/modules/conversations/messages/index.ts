export { moveAll } from './moving.ts';
export { post } from './posting.ts';
export { createVisitorReader } from './reading.ts';
export {
  addNote,
  catchUp,
  contentOf,
  type Given,
  listAfterSeq,
  listForVisitor,
  note,
  receiveAsVisitor,
  seeAsVisitor,
  seeRange,
  send,
  typeAsAgent,
  typeAsVisitor,
} from './service.ts';
export { findRepeat } from './store.ts';
export type { Payload } from './tables.ts';
export { isUnseenReply, mailHead, printPayload, type Words, write as writeTranscript } from './transcript.ts';
