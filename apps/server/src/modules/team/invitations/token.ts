import { hash } from 'node:crypto';

/** Only the mail has the token, so that reading the table does not let anyone join. */
export const hashToken = (token: string) => hash('sha256', token, 'buffer');
