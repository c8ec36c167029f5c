export { routes } from './routes.ts';
export { create, exists, getHuman, listOfUser } from './service.ts';
