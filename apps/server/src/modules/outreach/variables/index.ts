export { createFilling, type Described, findUnknown, hasVariables, withoutValues } from './variables.ts';
