export { addAgent, create, createWidget, isEmpty, set } from './service.ts';
