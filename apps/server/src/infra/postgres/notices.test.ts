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

test('close finishes whether the listener is connected or still connecting', async () => {
  const begun = openNotices({ connectionString }, log);
  await until(async () => (await query(connectionString, listening)).length === 1, 'it listens');
  expect(await closes(begun)).toBe(true);
  expect(await closes(openNotices({ connectionString }, log))).toBe(true);
  const connecting = openNotices({ connectionString }, log);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await closes(connecting)).toBe(true);
});

test('close finishes while the database is unreachable', async () => {
  const notices = openNotices({ host: '127.0.0.1', port: await freePort() }, log);
  expect(await closes(notices)).toBe(true);
});

test('a notice arrives once its transaction commits, and never after a rollback', async () => {
  const notices = openNotices({ connectionString }, log);
  onTestFinished(() => notices.close());
  const heard: string[] = [];
  notices.on('token', (subject) => heard.push(subject));
  await until(async () => (await query(connectionString, listening)).length === 1, 'it listens');
  await query(connectionString, `BEGIN; SELECT pg_notify('parley', 'token:1'); ROLLBACK`);
  await query(connectionString, `SELECT pg_notify('parley', 'widget:2'), pg_notify('parley', 'token:3')`);
  await until(() => heard.length > 0, 'the notice is received');
  expect(heard).toEqual(['3']);
});

test('a lost connection is reopened, and the gap is reported', async () => {
  const notices = openNotices({ connectionString }, log);
  onTestFinished(() => notices.close());
  const heard: string[] = [];
  notices.on('token', (subject) => heard.push(subject));
  notices.onGap(() => heard.push('gap'));
  await until(() => heard.length === 1, 'it listens');
  await query(connectionString, `SELECT pg_terminate_backend(pid) FROM (${listening}) AS listener`);
  await until(() => heard.length === 2, 'it listens again');
  await query(connectionString, `SELECT pg_notify('parley', 'token:3')`);
  await until(() => heard.length === 3, 'the notice is received');
  expect(heard).toEqual(['gap', 'gap', '3']);
});
