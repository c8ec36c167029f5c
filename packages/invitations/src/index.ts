export { type Judgement, judge, type MomentOf, type RuleOf } from './judge.ts';
