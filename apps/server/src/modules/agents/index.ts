export { create, exists, getHuman, listOfUser } from './service.ts';
