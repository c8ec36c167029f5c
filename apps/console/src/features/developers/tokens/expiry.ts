/** How long a new token lives: days, forever, or until a date. */
export const expiries = ['30', '90', '365', 'never', 'date'] as const;

const DAY_MS = 86_400_000;

/** The end of a date in the browser's time zone. */
const endOf = (date: string) => Date.parse(`${date}T23:59:59`);

export function isPast(date: string) {
  // Negated, because an empty field parses to NaN.
  return !(endOf(date) > Date.now());
}

export function expiryOf({ expiry, date }: { expiry: string; date: string }) {
  if (expiry === 'never') return null;
  const ms = expiry === 'date' ? endOf(date) : Date.now() + Number(expiry) * DAY_MS;
  return new Date(ms).toISOString();
}
