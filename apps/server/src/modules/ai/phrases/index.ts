export { phraseOf } from './service.ts';
