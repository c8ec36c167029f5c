export { isAnyoneAtWork, isOnline, publishAvailabilityChange } from './availability.ts';
export { pickInDepartment, type Routed, route, routeWaiting } from './service.ts';
export { removeChannel } from './store.ts';
