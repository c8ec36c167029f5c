export { find, resolveChain, resolveEmbedding } from './resolution.ts';
