export { requestConfirmation } from './confirmation.ts';
export { createLinks, type Language } from './links.ts';
export { complain } from './service.ts';
export { sendInvalid as sendInvalidLink } from './serving.ts';
