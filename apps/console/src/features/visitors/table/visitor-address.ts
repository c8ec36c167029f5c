/** Reported addresses are untrusted: only http(s) is allowed. */
function parse(address: string | null) {
  const url = URL.parse(address ?? '');
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** The target of a link; undefined if it is not allowed. */
export function toLink(address: string) {
  return parse(address)?.href;
}

/** The address without its scheme. */
export function formatAddress(address: string) {
  const url = parse(address);
  if (!url) return address;
  const path = url.pathname === '/' ? '' : url.pathname;
  return decoded(`${url.hostname}${path}${url.search}`);
}

export function hostOf(address: string | null) {
  return parse(address)?.hostname.replace(/^www\./, '');
}

function decoded(text: string) {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
