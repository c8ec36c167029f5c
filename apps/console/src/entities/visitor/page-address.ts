/** The link and the text of a page address; undefined unless it is http(s). */
export function readPage(address: string | null | undefined) {
  const url = address ? URL.parse(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return { href: url.href, text: readable(url.host + (url.pathname === '/' ? '' : url.pathname)) };
}

/** Decodes escaped characters where they are valid. */
function readable(text: string) {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
