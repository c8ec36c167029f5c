import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const fileOf = (name: string) => JSON.stringify(fileURLToPath(new URL(`src/socket/${name}`, import.meta.url)));

/** Files of Socket.IO, with their replacements. */
const REPLACEMENTS = {
  // A transport that is never used here.
  '/engine.io-client/build/esm/transports/webtransport.js': 'export class WT {}',
  '/engine.io-client/build/esm/transports/polling-xhr.js': `
    import { Polling } from './polling.js';
    import { byFetch } from ${fileOf('polling.ts')};
    export const XHR = byFetch(Polling);`,
  '/engine.io-client/build/esm/contrib/parseuri.js': `export * from ${fileOf('address.ts')};`,
  '/engine.io-parser/build/esm/index.js': `export * from ${fileOf('engine-packets.ts')};`,
  '/socket.io-parser/build/esm/index.js': `export * from ${fileOf('packets.ts')};`,
};

/** Strips support of old browsers, other runtimes and binary data from Socket.IO. */
export function leanSocket(): Plugin {
  const unused = new Set(Object.keys(REPLACEMENTS));
  return {
    name: 'lean-socket',
    enforce: 'pre',
    load(id) {
      const [end, code] = Object.entries(REPLACEMENTS).find(([name]) => id.endsWith(name)) ?? [];
      if (end) unused.delete(end);
      return code;
    },
    buildEnd(error) {
      if (!error && unused.size) throw new Error(`Socket.IO no longer has these files: ${[...unused].join(', ')}`);
    },
  };
}
