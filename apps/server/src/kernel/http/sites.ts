import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../problems.ts';

interface Site {
  /** Empty: every site. */
  domains: string[];
  isOwnOrigin: (origin: string) => boolean;
}

const PREFLIGHT_SECONDS = 7_200;

/**
 * Sets CORS headers for pages of the widget's site, and refuses those of other sites. A request without an origin does not
 * come from another site's page.
 */
export function openToSite({ headers: { origin } }: FastifyRequest, reply: FastifyReply, site: Site) {
  reply.header('vary', 'Origin');
  if (origin === undefined) return;
  if (!isOfSite(origin, site)) throw problem('domain_not_allowed');
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', 'Retry-After, X-RateLimit-Remaining, X-Request-Id')
    .header('cross-origin-resource-policy', 'cross-origin');
}

export function answerPreflight(reply: FastifyReply, methods: string) {
  return reply
    .code(204)
    .header('access-control-allow-methods', methods)
    .header('access-control-allow-headers', 'authorization, content-type')
    .header('access-control-max-age', PREFLIGHT_SECONDS)
    .send();
}

/** Localhost and this server are always allowed, so that the owner can try the widget out. */
export function isOfSite(origin: string, { domains, isOwnOrigin }: Site) {
  if (!domains.length) return true;
  const host = URL.parse(origin)?.hostname;
  return host ? isOwnOrigin(origin) || isAllowedHost(host, domains) : false;
}

/** Whether the host is local, or one of the domains or their subdomains. */
export function isAllowedHost(host: string, domains: string[]) {
  return isLocal(host) || domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

function isLocal(host: string) {
  return host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]';
}
