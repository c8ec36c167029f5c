/** An address as it is shown and opened; one that does not lead to a page is not shown at all. */
export function readPage(address: string | null | undefined) {
  const url = address ? URL.parse(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return { href: url.href, text: readable(url.host + (url.pathname === '/' ? '' : url.pathname)) };
}

/** Words in other alphabets are words again, as far as they were escaped well. */
function readable(text: string) {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
