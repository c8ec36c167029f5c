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
import { problem } from '../kernel/http/problems.ts';
import { readFiles, type StaticFile, sendFile, toFile } from './static-files.ts';

interface Options {
  storage: FileStore;
  log: Log;
  /** Where the widget was built to. */
  directory?: string;
}

/**
 * What was built: the loader, what answers the calls of another platform, and the files that are loaded later, whose names
 * change with what is in them.
 */
interface Build {
  loader: string;
  legacy: StaticFile;
  files: LoaderConfig['files'];
  chunks: Map<string, StaticFile>;
}

export type WidgetFiles = ReturnType<typeof createWidgetFiles>;

const DIST = fileURLToPath(new URL('../../../widget/dist', import.meta.url));
const NAME = /^[a-z]{2,32}-[\w-]{6,64}\.(?:js|css)$/;
const MOST_BYTES = 10_485_760;
const MOST_EARLIER = 60;
const RETRY_MS = 60_000;

/** Every page may use them, whatever site it is of. */
export const FOR_ANY_SITE = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
};

/**
 * The files of the widget. They are also put where uploaded files are: a page that was opened before an upgrade, or that
 * was sent by a server of another release, goes on finding the files it was promised.
 */
export function createWidgetFiles({ storage, log, directory = DIST }: Options) {
  let build: Build | undefined;
  const earlier = new LRUCache<string, Promise<StaticFile | undefined>>({ max: MOST_EARLIER });
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
    // What is not there is not remembered: it may be the next release's, and strangers can ask for anything.
    const forget = () => earlier.delete(name);
    found.then((file) => file ?? forget(), forget);
    return found;
  }

  async function fetchEarlier(name: string) {
    const stream = await storage.read(keyOf(name));
    return stream && toFile(name, await buffer(stream));
  }

  async function keep(name: string, file: StaticFile) {
    const there = await storage.read(keyOf(name));
    if (there) return void there.destroy();
    const staged = await storage.receive(Readable.from([file.body()]), MOST_BYTES);
    await storage.put(keyOf(name), staged.path).catch(async (error) => {
      await storage.discard(staged);
      throw error;
    });
  }

  async function attempt() {
    try {
      await Promise.all([...readBuild().chunks].map(([name, file]) => keep(name, file)));
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
    while (!closing.signal.aborted && !(await attempt()));
  }

  return {
    readBuild,
    find,

    /** A storage that is away holds nothing up: it is asked again until every file is kept. */
    async publish() {
      if (!(await attempt())) void retry();
    },

    close: async () => closing.abort(),
  };
}

/** Serves what the loader of a page loads later. */
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
  const [loader, manifest, legacy] = [textOf('loader.js'), textOf('manifest.json'), files.get('legacy.js')];
  if (loader === undefined || manifest === undefined || !legacy) return undefined;
  const chunks = [...files].filter(([name]) => path.dirname(name) === 'assets');
  return {
    loader: loader.trimEnd(),
    legacy,
    files: JSON.parse(manifest),
    chunks: new Map(chunks.map(([name, file]) => [path.basename(name), file])),
  };
}

/** Keys of the storage have no dots. */
const keyOf = (name: string) => `widget/${name.replace('.', '_')}`;
