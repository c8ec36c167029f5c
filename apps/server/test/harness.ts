import { randomBytes } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { type App, createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/infra/log.ts';
import { openDatabase } from '../src/infra/postgres/database.ts';
import { TEMPLATE } from './global-setup.ts';
import { query } from './query.ts';

/** Address of a database of one's own: migrated, or as `options` of CREATE DATABASE say. */
export async function freshDatabase(options = `TEMPLATE ${TEMPLATE}`): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await query(`${inject('postgres')}postgres`, `CREATE DATABASE ${name} ${options}`);
  return `${inject('postgres')}${name}`;
}

/** The app on a database of its own, in this process; ask it with `app.http.inject`. */
export async function startApp(env: Record<string, string> = {}): Promise<App> {
  const log = createLog('silent');
  const database = openDatabase({ connectionString: await freshDatabase() }, log);
  const app = createApp({ config: readConfig(env), log, publicUrl: () => 'http://localhost', ping: database.ping });
  app.state = 'ready';
  onTestFinished(async () => {
    await app.http.close();
    await database.close();
  });
  return app;
}
