import { ParleyProblem } from '@parley/sdk';
import type { Texts } from '../../locales/en.ts';

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/;

/** The error of an e-mail address. Surrounding spaces are ignored. */
export function checkEmail(email: string, { emailWrong }: Texts) {
  return EMAIL.test(email.trim()) ? undefined : emailWrong;
}

/** The server refused an address that passed the check here. */
export const isEmailRefused = (error: unknown) => error instanceof ParleyProblem && Boolean(error.errors?.email);
