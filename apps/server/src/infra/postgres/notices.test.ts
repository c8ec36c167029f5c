import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../../test/databases.ts';
import { query } from '../../../test/query.ts';
import { freePort } from '../../../test/scratch-cluster.ts';
import { until } from '../../../test/until.ts';
import { createLog } from '../log.ts';
import { withTimeout } from '../timeout.ts';
import { openNotices } from './notices.ts';

const log = createLog('silent');
const listening = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN parley'`;

let connectionString = '';
beforeAll(async () => {
  connectionString = await freshDatabase();
});

async function closes(notices: ReturnType<typeof openNotices>) {
  return (
    (await withTimeout(
      notices.close().then(() => true),
      3_000,
    )) === true
  );
}

test('listening ends when it is told to, whether it had begun or was just about to', async () => {
  const begun = openNotices({ connectionString }, log);
  await until(async () => (await query(connectionString, listening)).length === 1, 'it listens');
  expect(await closes(begun)).toBe(true);
  expect(await closes(openNotices({ connectionString }, log))).toBe(true);
  const connecting = openNotices({ connectionString }, log);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await closes(connecting)).toBe(true);
});

test('listening ends when it is told to while the database is away', async () => {
  const notices = openNotices({ host: '127.0.0.1', port: await freePort() }, log);
  expect(await closes(notices)).toBe(true);
});

test('what one node tells is heard by every node once it is committed, and never when it is not', async () => {
  const notices = openNotices({ connectionString }, log);
  onTestFinished(() => notices.close());
  const heard: string[] = [];
  notices.on('token', (subject) => heard.push(subject));
  await until(async () => (await query(connectionString, listening)).length === 1, 'it listens');
  await query(connectionString, `BEGIN; SELECT pg_notify('parley', 'token:1'); ROLLBACK`);
  await query(connectionString, `SELECT pg_notify('parley', 'widget:2'), pg_notify('parley', 'token:3')`);
  await until(() => heard.length > 0, 'it is heard');
  expect(heard).toEqual(['3']);
});

test('after a broken connection it listens again and says that something may have been missed', async () => {
  const notices = openNotices({ connectionString }, log);
  onTestFinished(() => notices.close());
  const heard: string[] = [];
  notices.on('token', (subject) => heard.push(subject));
  notices.onGap(() => heard.push('gap'));
  await until(() => heard.length === 1, 'it listens');
  await query(connectionString, `SELECT pg_terminate_backend(pid) FROM (${listening}) AS listener`);
  await until(() => heard.length === 2, 'it listens again');
  await query(connectionString, `SELECT pg_notify('parley', 'token:3')`);
  await until(() => heard.length === 3, 'it is heard');
  expect(heard).toEqual(['gap', 'gap', '3']);
});
