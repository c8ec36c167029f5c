export { moveChat, moveContact } from './moving.ts';
export { rate, request } from './service.ts';
