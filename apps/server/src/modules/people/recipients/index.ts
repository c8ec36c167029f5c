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
  removeOfSend,
  settleClaims,
  settleDeliveries,
  settleLost,
  skipPending,
} from './store.ts';
