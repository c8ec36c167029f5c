export {
  countBySend,
  recordDeliveries,
  recordReply,
  recordSeen,
  settleUnknown,
  statesOf,
  toRecipient,
} from './service.ts';
export {
  countHanded,
  list,
  merge,
  type RecipientRow,
  recordReceived,
  recordUnsubscribed,
  recordUnsubscribedMail,
  removeOfSend,
  settleClaims,
  settleDeliveries,
  settleLost,
  settleUnclaimed,
  skipPending,
} from './store.ts';
