export { isAnybodyThere, tellingVisitors } from './availability.ts';
export { listTold, route } from './service.ts';
