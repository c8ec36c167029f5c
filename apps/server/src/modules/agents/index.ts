export { receive as receiveAvatar, remove as removeAvatar } from './avatars.ts';
export { record } from './events.ts';
export { routes } from './routes.ts';
export { allExist, chooseNotifications, create, exists, findSelf, getHuman, listOfUser } from './service.ts';
