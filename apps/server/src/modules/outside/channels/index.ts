export { reassignClients, receive } from './inbound.ts';
export { sendAgain } from './replies/again.ts';
export { channelCourier } from './replies/courier.ts';
export { createMessageRecorder } from './replies/outcomes.ts';
export { isOnline } from './service.ts';
export { deactivateAll, findWithReplies } from './store.ts';
