export { addAgent, create, createWidget, getTimeZone, isEmpty, update } from './service.ts';
