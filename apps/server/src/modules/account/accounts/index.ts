export { addAgent, create, createWidget, find, getTimeZone, isEmpty, update } from './service.ts';
