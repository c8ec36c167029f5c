import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from './app.ts';
import { banner } from './banner.ts';
import { type Config, ConfigError, readConfig, readEnvironment } from './config.ts';
import { createLog } from './infra/log.ts';
import { StartupError } from './infra/startup-error.ts';
import { openPlatform } from './platform.ts';

const HTTP_DRAIN_MS = 1_500;
const STOP_MS = 4_900;

/** Everything opened so far, closed in reverse order. */
const resources = new AsyncDisposableStack();
const stopping = new AbortController();

async function start(config: Config) {
  const log = createLog(config.LOG_LEVEL);
  onSignal(() => void stop(0));
  onCrash((error) => {
    log.fatal({ err: error }, 'the server ends after an error nobody handled');
    void stop(1);
  });

  const platform = await openPlatform({ config, log, role: 'server', signal: stopping.signal, onLost: fail });
  resources.defer(platform.close);

  let publicUrl = config.PUBLIC_URL ?? '';
  const app = createApp({ config, log, publicUrl: () => publicUrl, ping: platform.database.ping });
  resources.defer(async () => {
    app.state = 'stopping';
    await Promise.race([app.http.close(), sleep(HTTP_DRAIN_MS, undefined, { ref: false })]);
    app.http.server.closeAllConnections();
  });
  await listen(app.http, config);
  const { port } = app.http.server.address() as { port: number };
  publicUrl ||= `http://localhost:${port}`;

  await platform.prepare();
  app.state = 'ready';
  process.stdout.write(banner({ config, publicUrl, home: platform.cluster?.home }));
  log.info({ port, ms: Math.round(performance.now()) }, 'ready');
}

async function listen(http: ReturnType<typeof createApp>['http'], { HOST, PORT }: Config) {
  try {
    await http.listen({ host: HOST, port: PORT });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const advice =
      code === 'EADDRINUSE'
        ? 'Something else listens there: stop it, or set another PORT.'
        : 'Set HOST and PORT to an address of this machine.';
    throw new StartupError(`The server can't listen on ${HOST}:${PORT} (${message}). ${advice}`);
  }
}

/** One signal is enough: every step of the stop has its time limit, and so has the whole. */
async function stop(code: number) {
  if (stopping.signal.aborted) return;
  stopping.abort();
  setTimeout(() => process.exit(code), STOP_MS).unref();
  await starting.catch(() => undefined);
  await resources.disposeAsync();
  process.exit(code);
}

function fail(error: unknown) {
  if (stopping.signal.aborted) return;
  const isExpected = error instanceof StartupError || error instanceof ConfigError;
  const text = isExpected ? error.message : (error as Error).stack;
  process.stderr.write(`\nParley can't run.\n${text}\n`);
  void stop(1);
}

function onSignal(handle: () => void) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
}

function onCrash(handle: (error: unknown) => void) {
  process.on('uncaughtException', handle).on('unhandledRejection', handle);
}

const starting = Promise.try(() => start(readConfig(readEnvironment())));
starting.catch(fail);
