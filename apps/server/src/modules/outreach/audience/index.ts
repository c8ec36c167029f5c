export { checkAudience } from './checks.ts';
export { getPreviewed } from './contacts.ts';
export { audienceOf, isContactedSince } from './store.ts';
