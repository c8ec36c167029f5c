export { addAgent, create, createWidget, isEmpty, update } from './service.ts';
