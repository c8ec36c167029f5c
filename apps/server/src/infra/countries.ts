import { readFileSync } from 'node:fs';
import { type CountryResponse, Reader } from 'mmdb-lib';

/** Two-letter code, or null if the address has no known country. */
export type CountryOf = (address: string) => string | null;

/** Reads a country database in MaxMind format into memory, so that lookups are synchronous. */
export function openCountries(file: string): CountryOf {
  const reader = read(file);
  const isIpv4Only = reader.metadata.ipVersion === 4;
  return (address) => {
    const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '');
    if (isIpv4Only && plain.includes(':')) return null;
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

/** Proxies send `XX` for an unknown country. */
export function toCountry(code: string | undefined) {
  const country = code?.toUpperCase() ?? '';
  return /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null;
}
