import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { readConfig, readEnvironment } from '../src/config.ts';
import { createLog } from '../src/infra/log.ts';
import { openPlatform } from '../src/platform.ts';
import { runProgram } from '../src/program.ts';

// main.ts without its routes, for tests of the database, DATA_DIR and signals: loading the route modules takes most of
// a start. Every request gets the response of `/readyz`.
runProgram(
  async ({ signal, resources, fail }) => {
    const config = readConfig(readEnvironment());
    const log = createLog(config.LOG_LEVEL);
    const platform = await openPlatform({ config, log, role: 'server', signal, onLost: fail });
    resources.defer(platform.close);
    await platform.prepare();
    const server = createServer(async (socket) => {
      socket.on('error', () => undefined);
      const status = await platform.database.pool.query('SELECT').then(
        () => '200 OK',
        () => '503 Service Unavailable',
      );
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    });
    await once(server.listen(config.PORT, config.HOST), 'listening');
    process.stdout.write(`Open http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  },
  { isServer: true },
);
