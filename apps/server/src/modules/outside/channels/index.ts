export { channelCourier } from './courier.ts';
export { reassignClients, receive } from './inbound.ts';
export { isOnline } from './service.ts';
export { deactivateAll, findWithReplies } from './store.ts';
