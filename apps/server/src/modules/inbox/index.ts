export { calls } from './live.ts';
