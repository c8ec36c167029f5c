export { createBounceAddresses, type SentMail } from './addresses.ts';
