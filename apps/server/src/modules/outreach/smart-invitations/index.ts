export { answer, isAnyEnabled } from './impressions.ts';
