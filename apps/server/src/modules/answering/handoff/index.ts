export { decideFully, handOver, readOwner, release } from './service.ts';
