export { routes } from './routes.ts';
export { createVisitor, find, findByNumber, get, introduce, setCustomData } from './service.ts';
