export { find, resolveChain } from './resolution.ts';
