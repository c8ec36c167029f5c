export { receive as receiveAvatar, remove as removeAvatar, set as setAvatar } from './avatars.ts';
export { codeOf, listEvents, record } from './events.ts';
export { countSeats, lockFreeSeats } from './seats.ts';
export {
  allExist,
  clearRemoved,
  create,
  createOperator,
  exists,
  expectHuman,
  findByEmail,
  findOfUser,
  findSelf,
  get,
  getHuman,
  getMember,
  isAvatar,
  list,
  listEmails,
  listManagers,
  listOfUser,
  lockStatus,
  markRemoved,
  setRole,
  setShownInHeader,
  setStatus,
  updateNotifications,
  updatePreferences,
} from './service.ts';
