import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { describeError } from './infra/log.ts';
import { addHealth } from './kernel/health.ts';
import { createHttp } from './kernel/http.ts';
import { problem } from './kernel/problems.ts';
import { addWelcome } from './welcome.ts';

interface Parts {
  config: Config;
  log: FastifyBaseLogger;
  publicUrl: () => string;
  /** Throws while the database can't be asked. */
  ping: () => Promise<void>;
}

export interface App {
  http: FastifyInstance;
  /** What `/readyz` says, and whether requests are let in. */
  state: 'starting' | 'ready' | 'stopping';
}

/** The composition root: the only file that knows every part. */
export function createApp({ config, log, publicUrl, ping }: Parts): App {
  const http = createHttp({ log, trustProxy: config.TRUST_PROXY, publicUrl });
  const app: App = { http, state: 'starting' };
  const refuseUnlessReady = () => {
    if (app.state !== 'ready') throw problem('unavailable', `The server is ${app.state}. Try again in a moment.`);
  };
  http.addHook('onRequest', async ({ routeOptions, url }) => {
    if (/^\/api(?:[/?]|$)/.test(routeOptions.url ?? url)) refuseUnlessReady();
  });
  addHealth(http, {
    metricsToken: config.METRICS_TOKEN,
    checkReady: async () => {
      refuseUnlessReady();
      await ping().catch((error) => {
        log.warn({ reason: describeError(error).message }, 'the database does not answer');
        throw problem('unavailable', 'The database does not answer. Try again in a moment.');
      });
    },
  });
  addWelcome(http);
  return app;
}
