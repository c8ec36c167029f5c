export { routes } from './routes.ts';
export { create, exists, purge, set } from './service.ts';
export { createSites } from './sites.ts';
