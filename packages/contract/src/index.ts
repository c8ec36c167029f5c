export { type ProblemBody, type ProblemCode, problems } from './problems.ts';
