export { list, MAX_AGENTS, recordNotification, recordNotifications, recordRouting } from './service.ts';
export type { RoutingEntry } from './tables.ts';
