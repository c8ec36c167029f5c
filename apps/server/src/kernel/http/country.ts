import proxyAddr from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import { type CountryOf, toCountry } from '../../infra/countries.ts';

interface Sources {
  /** In which a proxy says it. */
  header: string;
  trustProxy: string[];
  /** By address, where there is a database of them. */
  lookUp: CountryOf | undefined;
}

export type CountryOfRequest = (request: FastifyRequest) => string | null;

/** From where a request came. A header is believed only of a proxy that is trusted: anybody else can write it too. */
export function createCountryOf({ header, trustProxy, lookUp }: Sources): CountryOfRequest {
  const isTrusted = proxyAddr.compile(trustProxy);
  return ({ headers, socket, ip }) => {
    const said = header && isTrusted(socket.remoteAddress ?? '', 0) ? headers[header] : undefined;
    return toCountry(typeof said === 'string' ? said : undefined) ?? lookUp?.(ip) ?? null;
  };
}
