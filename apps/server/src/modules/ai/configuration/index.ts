export { importPersona } from './service.ts';
