import type { Texts } from '../../locales/en.ts';

const SHORTEST = 10;
const LONGEST = 256;

/** What is wrong with a password that somebody chooses. */
export function checkNewPassword(password: string, { password: texts }: Texts) {
  // In characters as people count them, which is how the server counts too.
  const length = [...password].length;
  if (length < SHORTEST) return texts.tooShort;
  return length > LONGEST ? texts.tooLong : undefined;
}
