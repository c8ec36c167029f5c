import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const fileOf = (name: string) => JSON.stringify(fileURLToPath(new URL(`src/socket/${name}`, import.meta.url)));

/** Files of Socket.IO, and what is bundled in their place. */
const INSTEAD = {
  // A way to connect that is never taken here.
  '/engine.io-client/build/esm/transports/webtransport.js': 'export class WT {}',
  '/engine.io-client/build/esm/transports/polling-xhr.js': `
    import { Polling } from './polling.js';
    import { byFetch } from ${fileOf('polling.ts')};
    export const XHR = byFetch(Polling);`,
  '/engine.io-client/build/esm/contrib/parseuri.js': `export * from ${fileOf('address.ts')};`,
  '/engine.io-parser/build/esm/index.js': `export * from ${fileOf('engine-packets.ts')};`,
  '/socket.io-parser/build/esm/index.js': `export * from ${fileOf('packets.ts')};`,
};

/** Leaves out of Socket.IO what is for older browsers, for other runtimes, and for binary data. */
export function leanSocket(): Plugin {
  const unused = new Set(Object.keys(INSTEAD));
  return {
    name: 'lean-socket',
    enforce: 'pre',
    load(id) {
      const [end, code] = Object.entries(INSTEAD).find(([name]) => id.endsWith(name)) ?? [];
      if (end) unused.delete(end);
      return code;
    },
    buildEnd(error) {
      if (!error && unused.size) throw new Error(`Socket.IO has no such files any more: ${[...unused].join(', ')}`);
    },
  };
}
