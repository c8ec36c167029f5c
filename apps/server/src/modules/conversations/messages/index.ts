export { catchUp, listAfterSeq } from './catch-up.ts';
export { editBody, findForChange, markDeleted } from './changes/content.ts';
export { clearDelivery, type DeliveryChange, markReadByCustomer, setDelivery } from './changes/delivery.ts';
export { findByExternal, findSeqAt, findSeqBefore, listExternal, recordExternal } from './external/store.ts';
export { lockFreeHeads, lockHeads, type SentMessage, sendToMany } from './many/send.ts';
export { moveMessages } from './merge/merge.ts';
export { PLATFORM } from './new-message.ts';
export { announce, post, postOutreach, receive } from './post.ts';
export { createSerializer, createVisitorSerializer } from './serialize.ts';
export {
  addNote,
  listForVisitor,
  type MessageInput,
  markRangeSeen,
  markReceivedByVisitor,
  markSeenByVisitor,
  postNote,
  publishAgentTyping,
  publishVisitorTyping,
  refuseTokenInInternalChat,
  send,
  toContent,
} from './service.ts';
export { findByClientMessageId, findOfClient, listRecent, removeDraft } from './store.ts';
export type { Payload } from './tables.ts';
export { isUnseenReply, mailHead, printPayload, type TranscriptTexts, write as writeTranscript } from './transcript.ts';
