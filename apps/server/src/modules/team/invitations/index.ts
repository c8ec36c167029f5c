export { countReserved } from './service.ts';
