export { requestConfirmation } from './confirmation.ts';
export { createLinks, type Language } from './links.ts';
