import proxyAddr from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import { type CountryOf, toCountry } from '../../infra/countries.ts';

interface CountrySources {
  /** Header in which a proxy sends the country. */
  header: string;
  trustProxy: string[];
  /** Lookup by address, if there is a GeoIP file. */
  lookUp: CountryOf | undefined;
}

export type CountryOfRequest = (request: FastifyRequest) => string | null;

/** The country of a request. The header counts only from a trusted proxy, since any client can send it. */
export function createCountryOf({ header, trustProxy, lookUp }: CountrySources): CountryOfRequest {
  const isTrusted = proxyAddr.compile(trustProxy);
  return ({ headers, socket, ip }) => {
    const sent = header && isTrusted(socket.remoteAddress ?? '', 0) ? headers[header] : undefined;
    return toCountry(typeof sent === 'string' ? sent : undefined) ?? lookUp?.(ip) ?? null;
  };
}
