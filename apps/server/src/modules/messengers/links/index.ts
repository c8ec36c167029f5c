export { create, redeem } from './service.ts';
