export { createLinks, pictureUrl } from './links.ts';
export { createPicture, requireImage } from './pictures.ts';
export { attach, create, createForVisitor, find, readBytes, release, stage, unknownFile } from './service.ts';
