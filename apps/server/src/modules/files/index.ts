export { sweepFiles } from './jobs.ts';
export { createLinks, pictureUrl } from './links.ts';
export { routes } from './routes.ts';
export { attach, create, createForVisitor, release } from './service.ts';
export { addFileServing } from './serving.ts';
