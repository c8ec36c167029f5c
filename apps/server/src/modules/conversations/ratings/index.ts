export { moveToChat, moveToContact } from './merge.ts';
export { type RatingInput, rate, request } from './service.ts';
