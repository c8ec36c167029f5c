import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { banner } from './banner.ts';
import { type Config, readConfig, readEnvironment } from './config.ts';
import { createDemoOwner } from './demo/demo-owner.ts';
import { systemClock } from './infra/clock.ts';
import { createLog } from './infra/log.ts';
import { releaseMemoryWhenQuiet } from './infra/process-memory.ts';
import { StartupError } from './infra/startup-error.ts';
import * as accounts from './modules/account/accounts/index.ts';
import { openPlatform } from './platform.ts';
import { runProgram } from './program.ts';

runProgram(
  async ({ signal, resources, fail }) => {
    const config = readConfig(readEnvironment());
    const log = createLog(config.LOG_LEVEL);
    const platform = await openPlatform({ config, log, role: 'server', signal, onLost: fail });
    resources.defer(platform.close);

    let publicUrl = config.PUBLIC_URL ?? '';
    const app = createApp({ config, log, clock: systemClock, publicUrl: () => publicUrl, platform });
    resources.defer(app.close);
    const port = await listen(app.http, config);
    publicUrl ||= localUrl(config.HOST, port);

    await platform.prepare();
    await app.start();
    const owner = config.DEMO ? await createDemoOwner(app.unitOfWork) : undefined;
    const isEmpty = await app.unitOfWork.read(accounts.isEmpty);
    process.stdout.write(banner({ config, publicUrl, home: platform.cluster?.home, isEmpty, owner }));
    log.info({ port, ms: Math.round(performance.now()) }, 'ready');
    resources.defer(releaseMemoryWhenQuiet());
  },
  { isServer: true },
);

async function listen(http: FastifyInstance, { HOST, PORT }: Config) {
  try {
    await http.listen({ host: HOST, port: PORT });
    return (http.server.address() as AddressInfo).port;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const advice =
      code === 'EADDRINUSE'
        ? 'The port is in use. Stop the other program, or set another PORT.'
        : 'Set HOST and PORT to an address of this machine.';
    throw new StartupError(`The server cannot listen on ${HOST}:${PORT} (${message}). ${advice}`);
  }
}

/** The server's URL for a browser on this machine. */
function localUrl(host: string, port: number) {
  const isLocal = /^(127\..*|0\.0\.0\.0|::1?|localhost)$/.test(host);
  return `http://${isLocal ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}
