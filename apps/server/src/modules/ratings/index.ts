export { routes } from './routes.ts';
export { rate } from './service.ts';
