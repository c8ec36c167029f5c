export { moveChat, moveContact } from './moving.ts';
export { rate, request, type Score } from './service.ts';
