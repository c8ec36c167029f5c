import type { FastifyInstance } from 'fastify';
import { startBackground } from './app/background.ts';
import { createGuards } from './app/guards.ts';
import { openServices, type Parts } from './app/services.ts';
import { openSockets } from './app/sockets.ts';
import { addDemo } from './demo/demo.ts';
import { describeError } from './infra/log.ts';
import { withTimeout } from './infra/timeout.ts';
import type { UnitOfWork } from './kernel/data/context.ts';
import { createCountryOf } from './kernel/http/country.ts';
import { addHealth } from './kernel/http/health.ts';
import { createHttp } from './kernel/http/http.ts';
import { addRoutes } from './kernel/http/routes.ts';
import { createUploads } from './kernel/http/uploads.ts';
import { provided, type Services } from './kernel/module.ts';
import { problem } from './kernel/problems.ts';
import { addMcp } from './mcp/mcp.ts';
import { modules, routes } from './modules.ts';
import { addConsole } from './pages/console-files.ts';
import { addFavicon } from './pages/favicon.ts';
import { addGuides } from './pages/guides.ts';
import { addMailPreview } from './pages/mail-preview.ts';
import { missingPage } from './pages/missing-page.ts';
import { addReference } from './pages/reference.ts';
import { addWidgetFiles, createWidgetFiles, type WidgetFiles } from './pages/widget-files.ts';
import { addWidgetPreview } from './pages/widget-preview.ts';
import { addWidgetScript } from './pages/widget-script.ts';

export interface App {
  http: FastifyInstance;
  unitOfWork: UnitOfWork;
  /** Reported by `/readyz`; requests are served only when ready. */
  state: 'starting' | 'ready' | 'stopping';
  /** Joins the nodes that serve sockets. */
  goLive: () => Promise<void>;
  /** Runs one heartbeat now. */
  beat: () => Promise<void>;
  /** Starts background work and accepts requests. */
  start: () => Promise<void>;
  close: () => Promise<void>;
}

/** Time to record disconnects; the heartbeat of another node finds the rest within 15 seconds. */
const LIVE_DRAIN_MS = 600;
const HTTP_DRAIN_MS = 1_200;
/** A file store that hangs must not block the start. */
const PUBLISH_MS = 5_000;
/** A database that hangs must not block the stop; the next start picks up what is left. */
const BACKGROUND_DRAIN_MS = 1_000;

/** The composition root. */
export function createApp(parts: Parts): App {
  const { config, log, publicUrl } = parts;
  const http = createHttp({ log, trustProxy: config.TRUST_PROXY, publicUrl, missingPage });
  const shared = openServices(parts);
  const { services } = shared;
  const guards = createGuards(parts, shared);
  const sockets = openSockets(parts, shared, { guards, server: http.server, isReady: () => app.state === 'ready' });
  const widgetFiles = createWidgetFiles(services);
  services.onClose(widgetFiles.close);

  const app: App = {
    http,
    unitOfWork: services.unitOfWork,
    state: 'starting',
    async start() {
      const published = withTimeout(widgetFiles.publish(), PUBLISH_MS);
      await startBackground(parts, shared);
      await sockets.start();
      await published;
      app.state = 'ready';
    },
    goLive: sockets.start,
    beat: sockets.beat,
    async close() {
      app.state = 'stopping';
      await withTimeout(sockets.close(), LIVE_DRAIN_MS);
      await withTimeout(http.close(), HTTP_DRAIN_MS);
      http.server.closeAllConnections();
      await withTimeout(shared.close(), BACKGROUND_DRAIN_MS);
    },
  };

  addReadiness(app, parts, services);
  // Everything in this scope needs the database.
  http.register(async (scope) => {
    scope.addHook('onRequest', async () => {
      if (app.state !== 'ready') throw notReady(app);
    });
    addRoutes(scope, routes, {
      ...guards,
      ...services,
      mail: shared.services.mail,
      uploads: createUploads(services.storage),
      purge: provided(modules, 'purge'),
      countryOf: createCountryOf({
        header: config.COUNTRY_HEADER,
        trustProxy: config.TRUST_PROXY,
        lookUp: config.GEOIP_FILE,
      }),
    });
    for (const module of modules) module.serve?.(scope, { ...services, limits: guards.limits });
    addMcp(scope, guards);
    const { site } = guards.authenticator;
    addWidgetScript(scope, { unitOfWork: services.unitOfWork, publicUrl, files: widgetFiles, site });
    if (config.DEMO) addDemo(scope, { unitOfWork: services.unitOfWork, publicUrl });
  });
  addStaticPages(http, publicUrl, widgetFiles);
  return app;
}

const notReady = ({ state }: App) => problem('unavailable', `The server is ${state}. Retry in a moment.`);

function addReadiness(app: App, { config, log, platform: { database } }: Parts, { metrics }: Services) {
  // An address that is not found may only be mistyped; it is answered like the rest until the server is ready.
  app.http.addHook('onRequest', async ({ is404 }) => {
    if (is404 && app.state !== 'ready') throw notReady(app);
  });
  addHealth(app.http, {
    metricsToken: config.METRICS_TOKEN,
    metrics,
    checkReady: async () => {
      if (app.state !== 'ready') throw notReady(app);
      await database.ping().catch((error) => {
        log.warn({ reason: describeError(error).message }, 'the database is not responding');
        throw problem('unavailable', 'The database is not responding. Retry in a moment.');
      });
    },
  });
}

/** Served from the build, also while the database is away. */
function addStaticPages(http: FastifyInstance, publicUrl: () => string, widgetFiles: WidgetFiles) {
  addWidgetFiles(http, widgetFiles);
  addReference(http, { publicUrl });
  addGuides(http);
  addConsole(http, { publicUrl });
  addWidgetPreview(http, { files: widgetFiles, publicUrl });
  addMailPreview(http);
  addFavicon(http);
}
