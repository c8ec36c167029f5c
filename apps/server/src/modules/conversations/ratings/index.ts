export { type RatingInput, rate, request } from './service.ts';
export { moveToChat, moveToContact } from './store.ts';
