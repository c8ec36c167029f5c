export { ofAgent } from './service.ts';
