export { recordSightings } from './service.ts';
