export { isAnybodyThere, tellingVisitors } from './availability.ts';
export { route } from './service.ts';
