export { isAnyoneAtWork, isOnline, publishAvailabilityChange } from './availability.ts';
export { type Routed, route, routeWaiting } from './service.ts';
export { removeChannel } from './store.ts';
