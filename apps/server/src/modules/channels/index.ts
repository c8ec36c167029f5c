export { createChannelAuthentication } from './authentication.ts';
export { channelCourier } from './courier.ts';
export { handOver, receive } from './inbound.ts';
export { routes } from './routes.ts';
export { isOnline } from './service.ts';
