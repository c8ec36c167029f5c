export { post } from './posting.ts';
export { routes } from './routes.ts';
export { contentOf, createVisitorReader, type Given, listForVisitor, note, seeAsVisitor, type } from './service.ts';
export { findRepeat } from './store.ts';
