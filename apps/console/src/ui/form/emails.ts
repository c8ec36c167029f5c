import { ParleyProblem } from '@parley/sdk';
import type { Texts } from '../../locales/en.ts';

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/;

/** What is wrong with an address, blanks around it aside. */
export function checkEmail(email: string, { emailWrong }: Texts) {
  return EMAIL.test(email.trim()) ? undefined : emailWrong;
}

/** Whether the server refuses an address that looked like one. */
export const isEmailRefused = (error: unknown) => error instanceof ParleyProblem && Boolean(error.errors?.email);
