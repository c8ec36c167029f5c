export { toShownNames } from './names.ts';
export { insertNames, publishAgent, toNames, updateNames } from './service.ts';
