/** The Latin letter of a pressed key, in any keyboard layout. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>) {
  if (/^[a-z]$/.test(key)) return key;
  // Layouts without Latin letters, such as Russian, have others in the same places.
  return /^(?!\p{Script=Latin})\p{Ll}$/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined;
}
