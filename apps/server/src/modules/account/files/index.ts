export { createLinks, pictureUrl } from './links.ts';
export { attach, create, createForVisitor, release, unknownFile } from './service.ts';
