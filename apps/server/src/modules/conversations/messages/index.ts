export { moveMessages } from './merge.ts';
export { announce, PLATFORM, post, receive } from './post.ts';
export { createVisitorSerializer } from './serialize.ts';
export {
  addNote,
  catchUp,
  listAfterSeq,
  listForVisitor,
  type MessageInput,
  markRangeSeen,
  markReceivedByVisitor,
  markSeenByVisitor,
  postNote,
  publishAgentTyping,
  publishVisitorTyping,
  send,
  toContent,
} from './service.ts';
export { findByClientMessageId, findOfClient, listRecent, removeDraft } from './store.ts';
export type { Payload } from './tables.ts';
export { isUnseenReply, mailHead, printPayload, type TranscriptTexts, write as writeTranscript } from './transcript.ts';
