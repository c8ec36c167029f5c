export { issue, revoke } from './service.ts';
