export { openDepartments } from './opening.ts';
export { routes } from './routes.ts';
