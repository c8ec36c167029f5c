export { countCalls } from './accounting.ts';
export { ask, decideWithoutModel, sourcesOf } from './answers.ts';
export {
  answerCall,
  asksForPerson,
  type CallbackAnswer,
  findCall,
  handOverCall,
  isAwaited,
} from './callbacks.ts';
export { readLocale, type TurnFacts } from './facts.ts';
