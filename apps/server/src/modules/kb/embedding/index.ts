export { embedRequired } from './required.ts';
export { type Embedding, embed, findModel } from './texts.ts';
export { cosine, fromBytes, signatureOf, toBytes } from './vectors.ts';
