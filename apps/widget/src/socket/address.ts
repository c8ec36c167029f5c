// Replaces the URL parser of engine.io-client by that of the browser.
export function parse(source: string) {
  const { protocol, hostname, port, pathname, search } = new URL(source);
  return {
    source,
    protocol: protocol.slice(0, -1),
    host: hostname.replace(/[[\]]/g, ''),
    port,
    path: pathname,
    query: search.slice(1),
  };
}
