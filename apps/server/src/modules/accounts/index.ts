export { routes } from './routes.ts';
export { addAgent, create, createWidget, isEmpty, set } from './service.ts';
