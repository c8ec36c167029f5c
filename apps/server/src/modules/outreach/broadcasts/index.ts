export { broadcastKind } from './kind.ts';
