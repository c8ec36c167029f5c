export { moveChat, moveContact } from './moving.ts';
export { routes } from './routes.ts';
export { rate, request } from './service.ts';
