/** Shorter numbers are not a person's own. */
const LEAST = 7;
/** A number without its country, in most countries. */
const NATIONAL = 10;

const digitsOf = (phone: string) => phone.replace(/\D/g, '');

/** Whether two numbers are the same, however they are written: with the country, the national 8 or neither. */
export function isSameNumber(one: string | null, other: string | null) {
  if (one === null || other === null) return false;
  const [first, second] = [digitsOf(one), digitsOf(other)];
  if (Math.min(first.length, second.length) >= NATIONAL) return first.slice(-NATIONAL) === second.slice(-NATIONAL);
  return first.length >= LEAST && first === second;
}

/** The end of a number in the ways that people write it, to search for: the search takes the text as it is. */
export function waysToWrite(phone: string) {
  const digits = digitsOf(phone);
  if (digits.length < LEAST) return [];
  const [, three = '', two = '', last = ''] = /(\d{3})(\d{2})(\d{2})$/.exec(digits) ?? [];
  return [`${three}${two}${last}`, `${three}-${two}-${last}`, `${three} ${two} ${last}`, `${three}-${two}${last}`];
}
