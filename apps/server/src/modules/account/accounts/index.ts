export { addAgent, create, createWidget, find, getProfile, getTimeZone, isEmpty, update } from './service.ts';
export { findPlan } from './store.ts';
