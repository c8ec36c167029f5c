export { createLinks, pictureUrl } from './links.ts';
export { attach, create, createForVisitor, notAFile, release } from './service.ts';
