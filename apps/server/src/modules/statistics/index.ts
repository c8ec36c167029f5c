export { addUp } from './adding-up.ts';
export { routes } from './routes.ts';
export { ofAgent } from './service.ts';
