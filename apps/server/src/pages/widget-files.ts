import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LoaderConfig } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { FileStore } from '../infra/files/file-store.ts';
import { describeError, type Log } from '../infra/log.ts';
import { problem } from '../kernel/problems.ts';
import { readFiles, type StaticFile, sendFile, toFile } from './static-files.ts';

interface WidgetFileOptions {
  storage: FileStore;
  log: Log;
  /** Output directory of the build. */
  directory?: string;
}

/** The build: the loader, the legacy site API, and chunks with a hash in their names. */
interface Build {
  loader: string;
  legacy: StaticFile;
  /** Shows the widget in the console. */
  preview: string;
  files: LoaderConfig['files'];
  chunks: Map<string, StaticFile>;
}

export type WidgetFiles = ReturnType<typeof createWidgetFiles>;

const DIST = fileURLToPath(new URL('../../../widget/dist', import.meta.url));
const NAME = /^[a-z]{2,32}-[\w-]{6,64}\.(?:js|css)$/;
const MAX_BYTES = 10_485_760;
const MAX_EARLIER = 60;
const RETRY_MS = 60_000;

/** Allows pages of any site to load them. */
export const FOR_ANY_SITE = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
};

/**
 * Files of the widget. They are also kept in file storage, so that a page opened before an upgrade, or served by a node of
 * another release, still finds its chunks.
 */
export function createWidgetFiles({ storage, log, directory = DIST }: WidgetFileOptions) {
  let build: Build | undefined;
  const earlier = new LRUCache<string, Promise<StaticFile | undefined>>({ max: MAX_EARLIER });
  const closing = new AbortController();

  function readBuild() {
    build ??= read(directory);
    if (!build) throw problem('unavailable', 'The widget is not built. Run "npm ci" or "npm run prepare".');
    return build;
  }

  async function find(name: string) {
    const { chunks } = readBuild();
    return chunks.get(name) ?? (NAME.test(name) ? findEarlier(name) : undefined);
  }

  function findEarlier(name: string) {
    const known = earlier.get(name);
    if (known) return known;
    const found = fetchEarlier(name);
    earlier.set(name, found);
    // Missing files are not cached: a later release may add them, and clients can ask for any name.
    const forget = () => earlier.delete(name);
    found.then((file) => file ?? forget(), forget);
    return found;
  }

  async function fetchEarlier(name: string) {
    const stream = await storage.read(keyOf(name));
    return stream && toFile(name, await buffer(stream));
  }

  async function store(name: string, file: StaticFile) {
    const existing = await storage.read(keyOf(name));
    if (existing) return void existing.destroy();
    const staged = await storage.receive(Readable.from([file.body()]), MAX_BYTES);
    await storage.put(keyOf(name), staged.path).catch(async (error) => {
      await storage.discard(staged);
      throw error;
    });
  }

  async function storeAll() {
    try {
      await Promise.all([...readBuild().chunks].map(([name, file]) => store(name, file)));
      return true;
    } catch (error) {
      log.warn(
        { reason: describeError(error).message },
        "the widget's files could not be stored for later releases yet",
      );
      return false;
    }
  }

  async function retry() {
    do await sleep(RETRY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    while (!closing.signal.aborted && !(await storeAll()));
  }

  return {
    readBuild,
    find,

    /** Does not wait for unreachable storage, but retries until every file is stored. */
    async publish() {
      if (!(await storeAll())) void retry();
    },

    close: async () => closing.abort(),
  };
}

/** Serves the chunks that the loader loads. */
export function addWidgetFiles(http: FastifyInstance, { find }: Pick<WidgetFiles, 'find'>) {
  http.get<{ Params: { name: string } }>('/widget/:name', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const file = await find(request.params.name);
    if (!file) throw problem('not_found', 'The widget has no such file.');
    const headers = { ...FOR_ANY_SITE, 'cache-control': 'public, max-age=31536000, immutable' };
    return sendFile(request, reply, { file, headers });
  });
}

function read(directory: string): Build | undefined {
  const files = readFiles(directory);
  const textOf = (name: string) => files.get(name)?.body().toString('utf8');
  const [loader, manifest, preview] = [textOf('loader.js'), textOf('manifest.json'), textOf('preview.js')];
  const legacy = files.get('legacy.js');
  if (loader === undefined || manifest === undefined || preview === undefined || !legacy) return undefined;
  const chunks = [...files].filter(([name]) => path.dirname(name) === 'assets');
  return {
    loader: loader.trimEnd(),
    legacy,
    preview,
    files: JSON.parse(manifest),
    chunks: new Map(chunks.map(([name, file]) => [path.basename(name), file])),
  };
}

/** Storage keys have no dots. */
const keyOf = (name: string) => `widget/${name.replace('.', '_')}`;
