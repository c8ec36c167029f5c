import { readFileSync } from 'node:fs';
import { type CountryResponse, Reader } from 'mmdb-lib';

/** Two letters, or null for an address that is nowhere in particular. */
export type CountryOf = (address: string) => string | null;

/** A database of countries in MaxMind's format, read whole: whoever looks something up waits for no disk. */
export function openCountries(file: string): CountryOf {
  const reader = read(file);
  const isOfOldAddresses = reader.metadata.ipVersion === 4;
  return (address) => {
    const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
    if (isOfOldAddresses && plain.includes(':')) return null;
    return toCountry(reader.get(plain)?.country?.iso_code);
  };
}

function read(file: string) {
  try {
    const reader = new Reader<CountryResponse>(readFileSync(file));
    if (/country|city|enterprise/i.test(reader.metadata.databaseType)) return reader;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code) throw new Error(`cannot be read (${code}): ${file}`);
  }
  throw new Error(`must be a MaxMind country database, such as GeoLite2-Country.mmdb: ${file}`);
}

/** `XX` is how proxies say that they don't know. */
export function toCountry(code: string | undefined) {
  const country = code?.toUpperCase() ?? '';
  return /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null;
}
