import type { LookupAddress } from 'node:dns';
import { lookup as resolveName } from 'node:dns/promises';
import { once } from 'node:events';
import net from 'node:net';
import { addAbortSignal } from 'node:stream';
import tls from 'node:tls';
import { type AllowRule, allowsAddress, allowsName, isPublic, type Target } from './addresses.ts';
import { OutboundError } from './outbound-error.ts';

export type Lookup = (name: string) => Promise<LookupAddress[]>;

export interface UrlOptions {
  /** Plain http is refused, except to what `OUTBOUND_ALLOW` names. */
  httpsOnly?: boolean;
}

export interface Guard {
  /** Resolves a URL; throws unless all of its addresses are allowed. */
  resolve: (url: URL, options: UrlOptions) => Promise<LookupAddress[]>;
  /** Connects to one of the allowed addresses and to no other. */
  connect: (url: URL, options: UrlOptions, signal: AbortSignal) => Promise<net.Socket>;
}

const lookupAll: Lookup = (name) => resolveName(name, { all: true, order: 'verbatim' });

export function createGuard(allow: AllowRule[], lookup: Lookup = lookupAll): Guard {
  async function resolve(url: URL, { httpsOnly = false }: UrlOptions) {
    const target = targetOf(url);
    const family = net.isIP(target.host);
    const found = family
      ? [{ address: target.host, family }]
      : await lookup(target.host).catch(() => addressesOfUnresolved(target));
    const isNamed = allowsName(allow, target);
    const unlisted = isNamed ? [] : found.filter(({ address }) => !allowsAddress(allow, address, target.port));
    if (!unlisted.every(({ address }) => isPublic(address))) throw new OutboundError('forbidden', forbiddenText(url));
    const isListed = isNamed || (found.length > 0 && !unlisted.length);
    if (httpsOnly && url.protocol !== 'https:' && !isListed) throw new OutboundError('invalid_url', 'must use https');
    if (!found.length) throw new OutboundError('unreachable', `${url.hostname} cannot be resolved`);
    return found;
  }

  async function connect(url: URL, options: UrlOptions, signal: AbortSignal) {
    const addresses = await resolve(url, options);
    signal.throwIfAborted();
    try {
      return await open(url, addresses, signal);
    } catch (error) {
      throw connectFailure(url, error);
    }
  }

  return { resolve, connect };
}

/** Parses an http or https URL. Parsing normalises every notation of an IP address, such as octal or fullwidth. */
export function parseUrl(address: string, base?: URL) {
  const url = URL.parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new OutboundError('invalid_url', 'must be an absolute URL that starts with https:// or http://');
  if (url.username || url.password) throw new OutboundError('invalid_url', 'must not contain a user name or password');
  return url;
}

function targetOf(url: URL): Target {
  const fallback = url.protocol === 'https:' ? 443 : 80;
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port === '' ? fallback : Number(url.port) };
}

/** Hides resolver errors, which reveal our network. Not every resolver knows `localhost.`. */
function addressesOfUnresolved({ host }: Target) {
  return /(^|\.)localhost\.?$/.test(host) ? [{ address: '127.0.0.1', family: 4 }] : [];
}

/** Says what would allow it. The host is what the caller wrote, so this reveals nothing of our network. */
function forbiddenText({ host }: URL) {
  return `${host} is not on the public internet. If the server may call it, add it to OUTBOUND_ALLOW exactly as it stands here`;
}

/** Keeps the name for the certificate, but resolves it only to addresses that were checked. */
async function open(url: URL, addresses: LookupAddress[], signal: AbortSignal) {
  const { host, port } = targetOf(url);
  const lookup: net.LookupFunction = (_name, _options, callback) => callback(null, addresses);
  const options = { host, port, lookup, autoSelectFamily: true, noDelay: true };
  const isSecure = url.protocol === 'https:';
  const socket = isSecure
    ? tls.connect({
        ...options,
        servername: net.isIP(host) ? '' : host.replace(/\.$/, ''),
        ALPNProtocols: ['http/1.1'],
      })
    : net.connect(options);
  // Until the HTTP client takes the socket over, nothing else listens for an abort.
  socket.on('error', () => undefined);
  addAbortSignal(signal, socket);
  await once(socket, isSecure ? 'secureConnect' : 'connect');
  return socket;
}

function connectFailure(url: URL, error: unknown) {
  const { code = '' } = error as NodeJS.ErrnoException;
  const hint = /CERT|VERIFY|ISSUER|TLS|SSL/.test(code)
    ? ': its certificate is not trusted, or it does not speak TLS'
    : '';
  return new OutboundError('unreachable', `${url.host} could not be reached${hint}`);
}
