import { isAddress } from '../../../../ui/form/is-address.ts';

/** The address that was meant: people leave out `https://`. Undefined if it is none. */
export function readAddress(text: string) {
  const trimmed = text.trim();
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!isAddress(whole)) return undefined;
  const { hostname } = new URL(whole);
  return hostname.includes('.') || hostname === 'localhost' || hostname.startsWith('[') ? whole : undefined;
}
