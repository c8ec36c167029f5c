import { hash } from 'node:crypto';

/** Only the mail has the token: who reads the table can't join with it. */
export const hashToken = (token: string) => hash('sha256', token, 'buffer');
