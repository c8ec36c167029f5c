export { routes } from './routes.ts';
export { create, createWidget, isEmpty, set } from './service.ts';
