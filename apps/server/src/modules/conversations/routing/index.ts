export { isAnyoneAtWork, publishAvailabilityChange } from './availability.ts';
export { type Routed, route } from './service.ts';
