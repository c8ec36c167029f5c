const MAX_URL_LENGTH = 2_048;

/** Added to links by those who count visits. */
const TRACKING =
  /^(?:utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|yclid|ysclid|msclkid|twclid|ttclid|igshid|mc_[ce]id|_openstat|_ga|_gl)$/i;

/** One spelling of an address, so that a page is fetched once; undefined if it can't be fetched. */
export function normalise(address: string, base?: string): string | undefined {
  const url = URL.parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  url.hash = '';
  url.pathname = url.pathname.replace(/\/{2,}$/, '/').replace(/%[\da-f]{2}/gi, decodeUnreserved);
  url.search = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair && !TRACKING.test(pair.split('=')[0] ?? ''))
    .join('&');
  return url.href.length <= MAX_URL_LENGTH ? url.href : undefined;
}

/** Letters and digits need no encoding; other bytes are encoded in capitals. */
function decodeUnreserved(encoded: string) {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
}

/** The address of a page of the site, or undefined if it is of another. On usual ports http and https are one site. */
export function onSite(address: string, site: string): string | undefined {
  const [url, home] = [new URL(address), new URL(site)];
  if (url.hostname !== home.hostname || url.port !== home.port) return undefined;
  url.protocol = home.protocol;
  return url.href;
}

/** Whether a site may redirect its first page there: to its `www.`, away from it, or to https. */
export function isMoveOf(site: string, address: string) {
  const [home, url] = [new URL(site), new URL(address)];
  const bare = (name: string) => name.replace(/^www\./, '');
  return bare(home.hostname) === bare(url.hostname) && home.port === url.port;
}

/** Whether globs let a page become rules: in one of `include`, unless there are none, and in none of `exclude`. */
export function createFilter({ include, exclude }: { include: string[]; exclude: string[] }) {
  const [wanted, unwanted] = [include.map(readable), exclude.map(readable)];
  return (address: string) => {
    const { pathname, search } = new URL(address);
    const spellings = [...new Set([readable(pathname), readable(pathname + search)])];
    const isIn = (globs: string[]) => globs.some((glob) => spellings.some((path) => matches(glob, path)));
    return (!wanted.length || isIn(wanted)) && !isIn(unwanted);
  };
}

/** People write paths as they see them. */
function readable(path: string) {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Takes linear time, unlike a regular expression. */
function matches(glob: string, path: string) {
  const [first = '', ...parts] = glob.split('*');
  const last = parts.pop();
  if (last === undefined) return path === glob;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}
