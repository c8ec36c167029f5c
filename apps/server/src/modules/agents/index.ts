export { create, exists, listOfUser } from './service.ts';
