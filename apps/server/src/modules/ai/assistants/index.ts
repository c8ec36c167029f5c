export { readByLocale, tidy } from './localized.ts';
export { create, find, findEffective, findVersion, get, listOperators, listTargets } from './service.ts';
