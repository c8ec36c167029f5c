export { listWidgets } from './store/rules.ts';
export { count, findStatus } from './store/states.ts';
export { countChanges, forgetOld, listChanges, undo } from './undoing.ts';
export { canBeMisspelt, findIn, termOf, toTrigramTerms, type Words, wordsOf } from './words.ts';
export {
  insertAll,
  listRefs,
  MAX_RULES,
  type NewRule,
  removePages,
  removeSource,
  replacePage,
  requireRoom,
  setUsage,
} from './writing.ts';
