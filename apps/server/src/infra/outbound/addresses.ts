import { BlockList, isIP } from 'node:net';

/** Special-purpose IPv4 addresses of IANA's registry, and metadata services of clouds. */
const CLOSED_V4 = blockList([
  '0.0.0.0/8', // this host
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers; Alibaba's metadata
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's host, in the middle of public space
  '169.254.0.0/16', // link-local; most clouds' metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; Oracle's metadata
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]);

/**
 * Global unicast space of IPv6. Loopback, link-local, site-local, ULA, multicast, NAT64, IPv4-mapped and -compatible, and
 * unassigned addresses lie outside.
 */
const GLOBAL_V6 = blockList(['2000::/3']);

const CLOSED_V6 = blockList([
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, with an IPv4 address inside
  '3fff::/20', // documentation
]);

/** Whether an address is on the public internet. */
export function isPublic(address: string) {
  // A BlockList matches nothing in an address with a zone id.
  if (address.includes('%')) return false;
  const family = isIP(address);
  if (family === 4) return !CLOSED_V4.check(address, 'ipv4');
  return family === 6 && GLOBAL_V6.check(address, 'ipv6') && !CLOSED_V6.check(address, 'ipv6');
}

/** One entry of `OUTBOUND_ALLOW`. */
export type AllowRule = { port: number | undefined } & ({ name: string } | { family: number; network: BlockList });

export interface Target {
  /** As in a URL, an IPv6 address without brackets. */
  host: string;
  port: number;
}

/** Whether a rule allows the name, whatever it resolves to. */
export function allowsName(rules: AllowRule[], { host, port }: Target) {
  const name = host.replace(/\.$/, '');
  return rules.some((rule) => 'name' in rule && rule.name === name && (rule.port ?? port) === port);
}

export function allowsAddress(rules: AllowRule[], address: string, port: number) {
  const family = isIP(address);
  return rules.some(
    // Without comparing families, `::/0` would allow all of IPv4 too.
    (rule) =>
      'network' in rule &&
      rule.family === family &&
      rule.network.check(address, family === 4 ? 'ipv4' : 'ipv6') &&
      (rule.port ?? port) === port,
  );
}

/** Parses a comma-separated list of addresses, CIDRs and names, each with an optional port. */
export function parseAllowRules(value: string): AllowRule[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const rule = parseAllowRule(entry);
      if (!rule)
        throw new Error(
          'must be addresses, CIDRs or host names, such as 127.0.0.1:9000, 10.0.0.0/8, [::1]:9000, minio.internal',
        );
      return rule;
    });
}

function parseAllowRule(entry: string): AllowRule | undefined {
  // Without brackets the colons of an IPv6 address are its own and never start a port.
  const [, bracketed, plain, digits] = /^(?:\[(.+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const host = bracketed ?? plain ?? entry;
  const port = digits === undefined ? undefined : Number(digits);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(host) ?? [];
  const family = isIP(address);
  if (bracketed && family !== 6) return undefined;
  if (family) {
    const maxBits = family === 4 ? 32 : 128;
    if (bits && Number(bits) > maxBits) return undefined;
    return { port, family, network: blockList([`${address}/${bits ?? maxBits}`]) };
  }
  const name = parseName(host);
  return name ? { port, name } : undefined;
}

/** The name as URLs normalise it; undefined if a URL would parse it as an address. */
function parseName(host: string) {
  if (/[\s:/\\?#@]/.test(host)) return undefined;
  const name = URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '') ?? '';
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name) && !isIP(name) ? name : undefined;
}

function blockList(networks: string[]) {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
