// Stands in for the parser of addresses in engine.io-client, which is older than that of browsers.
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
