export { isAnyoneAtWork, publishAvailabilityChange } from './availability.ts';
export { listNotified, route } from './service.ts';
