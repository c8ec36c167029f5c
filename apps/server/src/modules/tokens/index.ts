export { createTokenAuthentication } from './authentication.ts';
export { routes } from './routes.ts';
export { issue, revoke } from './service.ts';
