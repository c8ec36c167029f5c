export { routes } from './routes.ts';
export { assign } from './service.ts';
