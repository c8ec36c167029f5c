import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { addConsole } from './console-files.ts';
import { addDemo } from './demo/demo.ts';
import { addFavicon } from './favicon.ts';
import { fileSettings } from './file-settings.ts';
import { createPostgresBus } from './infra/bus/postgres.ts';
import { createRedisBus } from './infra/bus/redis.ts';
import type { Clock } from './infra/clock.ts';
import { createFileStore } from './infra/files/file-store.ts';
import { startWorker } from './infra/jobs/worker.ts';
import { describeError } from './infra/log.ts';
import { createMailer } from './infra/mail/mailer.ts';
import { createOutbound } from './infra/outbound/outbound.ts';
import { openNotices } from './infra/postgres/notices.ts';
import { openRedis } from './infra/redis/redis.ts';
import { within } from './infra/within.ts';
import type { UnitOfWork } from './kernel/context.ts';
import { createContexts } from './kernel/contexts.ts';
import { createCountryOf } from './kernel/country.ts';
import { startDeliveries } from './kernel/deliveries/engine.ts';
import type { Lane } from './kernel/deliveries/lanes.ts';
import { createPartitions } from './kernel/event-partitions.ts';
import { startNumbering } from './kernel/events.ts';
import { addHealth } from './kernel/health.ts';
import { createHttp } from './kernel/http.ts';
import { toSchedule, toTasks } from './kernel/jobs.ts';
import { createLimits } from './kernel/limits.ts';
import { createLive } from './kernel/live/live.ts';
import type { Publication } from './kernel/live/rooms.ts';
import { memoise } from './kernel/memoise.ts';
import { problem } from './kernel/problems.ts';
import { addReference } from './kernel/reference/index.ts';
import { addRoutes } from './kernel/routes.ts';
import { createUnitOfWork } from './kernel/unit-of-work.ts';
import { createUploads } from './kernel/uploads.ts';
import { mailSettings } from './mail-settings.ts';
import * as channels from './modules/channels/index.ts';
import { addFileServing } from './modules/files/index.ts';
import * as inbox from './modules/inbox/index.ts';
import * as presence from './modules/presence/index.ts';
import { createSessionAuthentication } from './modules/sessions/index.ts';
import { createTokenAuthentication } from './modules/tokens/index.ts';
import * as visitors from './modules/visitors/index.ts';
import * as webhooks from './modules/webhooks/index.ts';
import { createSites, purge } from './modules/widgets/index.ts';
import { jobs, routes } from './modules.ts';
import type { Platform } from './platform.ts';
import { addWidgetFiles, createWidgetFiles } from './widget-files.ts';
import { addWidgetScript } from './widget-script.ts';

interface Parts {
  config: Config;
  log: FastifyBaseLogger;
  clock: Clock;
  publicUrl: () => string;
  platform: Pick<Platform, 'database' | 'connection' | 'vault'>;
}

export interface App {
  http: FastifyInstance;
  unitOfWork: UnitOfWork;
  /** What `/readyz` says, and whether requests are let in. */
  state: 'starting' | 'ready' | 'stopping';
  /** Makes this node one of those that know who is connected. */
  goLive: () => Promise<void>;
  /** What a node does every five seconds, once. */
  beat: () => Promise<void>;
  /** Begins with what runs in the background, and lets requests in. */
  start: () => Promise<void>;
  close: () => Promise<void>;
}

/** Time to write who is no longer connected here; what is not written is found in 15 seconds. */
const LIVE_DRAIN_MS = 600;
const HTTP_DRAIN_MS = 1_200;
/** A storage that hangs must not hold the start. */
const PUBLISH_MS = 5_000;
/** A database that hangs must not hold the stop: what is not done by then is found by the next start. */
const BACKGROUND_DRAIN_MS = 1_000;

/** The composition root: the only file that knows every part. */
export function createApp({ config, log, clock, publicUrl, platform }: Parts): App {
  const { database, connection, vault } = platform;
  const http = createHttp({ log, trustProxy: config.TRUST_PROXY, publicUrl });
  const closers: (() => Promise<void>)[] = [];
  const notices = openNotices(connection, log);
  closers.push(notices.close);
  const redis = config.REDIS_URL ? openRedis(config.REDIS_URL, log) : undefined;
  if (redis) closers.push(redis.close);
  /** Several installations may share one Redis. */
  const prefix = memoise(() => `parley:${vault().derive('redis').toString('hex', 0, 8)}`);
  const after = { events: () => {}, deliveries: (_: Lane[]) => {}, publications: (_: Publication[]) => {} };
  const unitOfWork = createUnitOfWork({
    database,
    clock,
    log,
    vault,
    publicUrl,
    onEvents: () => after.events(),
    onDeliveries: (lanes) => after.deliveries(lanes),
    deliver: (publications) => after.publications(publications),
    tell: notices.tell,
  });
  const tokens = createTokenAuthentication({ unitOfWork, notices, clock, log });
  closers.push(tokens.close);
  const storage = createFileStore(fileSettings(config));
  const outbound = createOutbound({ allow: config.OUTBOUND_ALLOW });
  const mail = memoise(() => createMailer(mailSettings(config, publicUrl())));
  closers.push(async () => outbound.close());
  const widgetFiles = createWidgetFiles({ storage, log });
  closers.push(widgetFiles.close);

  const app: App = {
    http,
    unitOfWork,
    state: 'starting',
    async start() {
      const published = within(widgetFiles.publish(), PUBLISH_MS);
      await createPartitions(unitOfWork.autocommit, clock());
      const numbering = startNumbering(database, log);
      closers.push(numbering.close);
      after.events = numbering.wake;
      const couriers = {
        native: webhooks.nativeCourier({ outbound, unitOfWork }),
        legacy: webhooks.legacyCourier({ outbound, unitOfWork }),
        channel: channels.channelCourier({ outbound, unitOfWork }),
      };
      const deliveries = startDeliveries({
        unitOfWork,
        clock,
        log,
        couriers,
        isCrowded: database.isCrowded,
      });
      closers.push(deliveries.close);
      after.deliveries = deliveries.wake;
      const tasks = toTasks(jobs, { unitOfWork, mail: mail(), storage, outbound });
      const worker = startWorker({ connection, log, tasks, schedule: toSchedule(jobs) });
      closers.push(worker.close);
      await app.goLive();
      await published;
      app.state = 'ready';
    },
    async goLive() {
      bus.start();
      await heartbeat.start();
    },
    beat: () => heartbeat.beat(),
    async close() {
      app.state = 'stopping';
      await within(
        live
          .close()
          .then(heartbeat.close)
          .catch(() => undefined),
        LIVE_DRAIN_MS,
      );
      await within(http.close(), HTTP_DRAIN_MS);
      http.server.closeAllConnections();
      await within(Promise.allSettled(closers.map((close) => close())), BACKGROUND_DRAIN_MS);
    },
  };

  const notReady = () => problem('unavailable', `The server is ${app.state}. Try again in a moment.`);
  http.addHook('onRequest', ({ routeOptions, url }, _reply, done) => {
    const isOurs =
      app.state !== 'ready' && /^\/(?:api|console-api|widget-api|files|w|demo)(?:[/?]|$)/.test(routeOptions.url ?? url);
    done(isOurs ? notReady() : undefined);
  });
  addHealth(http, {
    metricsToken: config.METRICS_TOKEN,
    checkReady: async () => {
      if (app.state !== 'ready') throw notReady();
      await database.ping().catch((error) => {
        log.warn({ reason: describeError(error).message }, 'the database does not answer');
        throw problem('unavailable', 'The database does not answer. Try again in a moment.');
      });
    },
  });
  const limits = createLimits({ redis, prefix });
  const guards = {
    publicUrl,
    limits,
    contexts: createContexts({ limits, cursorKey: memoise(() => vault().derive('cursors')) }),
    isOwnOrigin: (origin: string) => ownOrigins(config, publicUrl()).includes(origin),
    authenticator: {
      token: tokens.authenticate,
      session: createSessionAuthentication({ unitOfWork, notices }),
      site: createSites({ unitOfWork, notices }),
      visitor: visitors.createVisitorAuthentication({ unitOfWork, notices }),
      channel: channels.createChannelAuthentication({ unitOfWork, notices, vault }),
    },
  };
  const nodeId = presence.newNodeId();
  const bus = redis
    ? createRedisBus({ redis, prefix })
    : createPostgresBus({ pool: database.pool, notices, isAlone: () => heartbeat.isAlone() });
  closers.push(bus.close);
  const live = createLive({
    ...guards,
    unitOfWork,
    log,
    server: http.server,
    trustProxy: config.TRUST_PROXY,
    notices,
    bus,
    isAlone: () => heartbeat.isAlone(),
    isReady: () => app.state === 'ready',
    visitors: { calls: visitors.calls },
    agents: {
      calls: inbox.calls,
      arrive: (ctx, socketId) => presence.arrive(ctx, { socketId, nodeId }),
      leave: presence.leave,
    },
  });
  after.publications = live.deliver;
  const heartbeat = presence.createHeartbeat(nodeId, {
    unitOfWork,
    notices,
    log,
    agents: live.agents,
    also: visitors.sweepVisits,
  });
  const countryOf = createCountryOf({
    header: config.COUNTRY_HEADER,
    trustProxy: config.TRUST_PROXY,
    lookUp: config.GEOIP_FILE,
  });
  const uploads = createUploads(storage);
  addRoutes(http, routes, { ...guards, unitOfWork, storage, outbound, mail, uploads, purge, countryOf });
  addFileServing(http, { unitOfWork, storage });
  addWidgetScript(http, { unitOfWork, publicUrl, files: widgetFiles, site: guards.authenticator.site });
  addWidgetFiles(http, widgetFiles);
  if (config.DEMO) addDemo(http, { unitOfWork, publicUrl });
  addReference(http, { publicUrl });
  addConsole(http, { publicUrl });
  addFavicon(http);
  return app;
}

/** Without a PUBLIC_URL the server is tried out on one machine, which has several names for itself. */
function ownOrigins({ PUBLIC_URL }: Config, publicUrl: string) {
  const { protocol, port } = new URL(publicUrl);
  const aliases = ['localhost', '127.0.0.1', '[::1]'].map((host) => new URL(`${protocol}//${host}:${port}`).origin);
  return PUBLIC_URL ? [publicUrl] : [publicUrl, ...aliases];
}
