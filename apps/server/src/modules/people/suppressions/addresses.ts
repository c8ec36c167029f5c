const MAX_SHOWN = 64;

/** As it is compared: e-mail addresses without regard to case and surrounding spaces. */
export const normalizeAddress = (channel: string, address: string) =>
  channel === 'email' ? address.trim().toLowerCase() : address.trim();

/** For display: enough to recognise an address that one knows, too little to learn it. */
export function maskAddress(channel: string, address: string) {
  const [, local, domain] = /^(.*)@([^@]*)$/.exec(address) ?? [];
  const masked = channel === 'email' && local !== undefined && domain ? maskEmail(local, domain) : maskId(address);
  return masked.slice(0, MAX_SHOWN);
}

/** `jane@example.com` is `j…@e…e.com`. */
function maskEmail(local: string, domain: string) {
  const dot = domain.lastIndexOf('.');
  const [name, ending] = dot > 0 ? [domain.slice(0, dot), domain.slice(dot)] : [domain, ''];
  const last = name.length > 3 ? name.at(-1) : '';
  return `${local.slice(0, 1)}…@${name.slice(0, 1)}…${last}${ending}`;
}

/** Ids and phone numbers: `79001234567` is `7…67`. */
const maskId = (id: string) => (id.length < 6 ? `${id.slice(0, 1)}…` : `${id.slice(0, 1)}…${id.slice(-2)}`);
