import type { LoaderConfig, WidgetConfig } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Authenticator, Tenant } from '../kernel/auth/principal.ts';
import type { UnitOfWork } from '../kernel/data/context.ts';
import * as widgetConfig from '../modules/site/widget-config/index.ts';
import { createFile, digest, type StaticFile, sendFile } from './static-files.ts';
import { FOR_ANY_SITE, type WidgetFiles } from './widget-files.ts';

interface WidgetScriptOptions {
  site: Authenticator['site'];
  unitOfWork: UnitOfWork;
  files: Pick<WidgetFiles, 'readBuild'>;
  publicUrl: () => string;
}

interface Script {
  revision: number;
  file: Promise<StaticFile>;
}

const MAX_WIDGETS = 1_000;
const HEADERS = { ...FOR_ANY_SITE, 'cache-control': 'no-cache' };

/**
 * Serves the script that sites embed: widget configuration and loader in one response. It is built once for each revision
 * of the configuration, and browsers revalidate it on every page.
 */
export function addWidgetScript(http: FastifyInstance, { site, unitOfWork, files, publicUrl }: WidgetScriptOptions) {
  const scripts = new LRUCache<string, Script>({ max: MAX_WIDGETS });

  async function write(tenant: Tenant) {
    const config = await unitOfWork.read((work) => widgetConfig.read(work, tenant.widgetId));
    return toScript(config, { ...files.readBuild(), origin: publicUrl() });
  }

  async function find(guid: string) {
    const { tenant, revision } = await site(guid);
    const known = scripts.get(guid);
    if (known?.revision === revision) return known.file;
    const file = write(tenant);
    scripts.set(guid, { revision, file });
    file.catch(() => scripts.delete(guid));
    return file;
  }

  http.get<{ Params: { guid: string } }>('/w/:guid.js', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const file = await find(request.params.guid);
    return sendFile(request, reply, { file, headers: HEADERS });
  });

  /** The site API of the legacy platform, for any widget. Its URL never changes, so browsers revalidate it too. */
  http.get('/w/legacy.js', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return sendFile(request, reply, { file: files.readBuild().legacy, headers: HEADERS });
  });
}

interface ScriptParts {
  loader: string;
  files: LoaderConfig['files'];
  origin: string;
}

/** The text is assembled on request; only the configuration and compressed copies stay in memory. */
function toScript(config: WidgetConfig, { loader, files, origin }: ScriptParts) {
  const loaderConfig: LoaderConfig = { ...config, origin, files };
  const json = JSON.stringify(loaderConfig).replace(UNSAFE, escaped);
  return createFile({
    type: 'text/javascript; charset=utf-8',
    tag: `W/"${config.revision}-${digest(json + loader)}"`,
    body: () => Buffer.from(`{const PARLEY_CONFIG=${json};${loader}\n}`),
  });
}

/** Characters that would end an inline script, or a line in old browsers. */
const UNSAFE = /[<\u2028\u2029]/g;
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
