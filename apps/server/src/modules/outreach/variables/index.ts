export { createFilling, type Described, findUnknown } from './variables.ts';
