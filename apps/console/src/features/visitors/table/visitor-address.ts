/** An address as visitors report it is any text: only what leads to the web is one to follow. */
function parse(address: string | null) {
  const url = URL.parse(address ?? '');
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Where a link may lead; undefined for what must not be one. */
export function toLink(address: string) {
  return parse(address)?.href;
}

/** As people say an address: without what all have. */
export function toWords(address: string) {
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
