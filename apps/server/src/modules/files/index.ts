export { sweepFiles } from './jobs.ts';
export { createLinks } from './links.ts';
export { routes } from './routes.ts';
export { attach, createForVisitor } from './service.ts';
export { addFileServing } from './serving.ts';
