import type { Texts } from '../../locales/en.ts';

const SHORTEST = 10;
const LONGEST = 256;

/** The error of a new password. */
export function checkNewPassword(password: string, { password: texts }: Texts) {
  // Count code points, as the server does.
  const length = [...password].length;
  if (length < SHORTEST) return texts.tooShort;
  return length > LONGEST ? texts.tooLong : undefined;
}
