export { emailKind } from './email/kind.ts';
export { onsiteKind } from './onsite/kind.ts';
