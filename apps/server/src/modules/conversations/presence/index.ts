export {
  findViewers,
  isConnected,
  letIn,
  listAtWork,
  listColleagues,
  look,
  setOwnStatus,
  shutOut,
  welcome,
} from './service.ts';
