export { getPreviewed } from './contacts.ts';
export { checkAudience } from './checks.ts';
export { audienceOf, isContactedSince } from './store.ts';
