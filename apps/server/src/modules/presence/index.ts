export { routes } from './routes.ts';
export { isAnybodyOnline, isConnected } from './service.ts';
