import { randomBytes } from 'node:crypto';
import { dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { environmentOn, runCommand } from '../../../test/command-line.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { startMailbox } from '../../../test/mailbox.ts';
import { startServer } from '../../../test/server-process.ts';
import { until } from '../../../test/until.ts';
import { createFileStore } from '../../infra/files/file-store.ts';
import { createMailer } from '../../infra/mail/mailer.ts';
import { createOutbound } from '../../infra/outbound/outbound.ts';
import { withTimeout } from '../../infra/timeout.ts';
import { sendReset } from '../../modules/account/sessions/jobs.ts';
import { jobs } from '../../modules.ts';
import type { Job } from '../data/context.ts';
import { defineJob, indexJobs, runJob, toSchedule } from './jobs.ts';

const queued = ({ sql }: TestApp) => sql<{ attempts: number }>('SELECT attempts FROM graphile_worker.jobs');

async function startMailing(options: Parameters<typeof startMailbox>[0] = {}) {
  const mailbox = await startMailbox(options);
  const app = await startApp({ SMTP_URL: mailbox.url }, { background: true });
  const user = async (email: string) => {
    const [row] = await app.sql<{ id: number }>(`SELECT id::int FROM users WHERE email = '${email}'`);
    return row?.id ?? 0;
  };
  return { app, user, letters: mailbox.letters };
}

const WORKERS = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'parley jobs %'`;

/** Makes a failed job due for its retry now; false while there is none. */
async function bringForward({ sql }: TestApp) {
  const failed = await sql(`UPDATE graphile_worker._private_jobs SET run_at = now()
    WHERE attempts > 0 AND locked_at IS NULL AND run_at > now() RETURNING id`);
  if (failed.length > 0) await sql(`NOTIFY "jobs:insert", '{"count":1}'`);
  return failed.length > 0;
}

test('a job of a failed write never runs', async () => {
  const { app, user, letters } = await startMailing();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const user_id = await user(ann.email);
  const failing = app.unitOfWork.write({}, async ({ enqueue }) => {
    enqueue(sendReset, { user_id });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await queued(app)).toEqual([]);
  // Jobs run in order: the first one, had it been queued, would have run before this.
  await app.call(dashboard.session.requestReset, { body: { email: bob.email } });
  await until(() => letters.length > 0, 'the mail arrives');
  await until(async () => (await queued(app)).length === 0, 'the queue is empty');
  expect(letters.map(({ to }) => to)).toEqual([bob.email]);
});

test('a job is queued when its write commits, not before, and runs once', async () => {
  const { app, user, letters } = await startMailing();
  await startApp({ SMTP_URL: 'smtp://127.0.0.1:1' }, { connection: app.connection });
  const ann = await app.owner();
  const user_id = await user(ann.email);
  await app.unitOfWork.write({}, async ({ enqueue, sql }) => {
    enqueue(sendReset, { user_id });
    await sql`SELECT`;
    expect(await queued(app)).toEqual([]);
    expect(letters).toEqual([]);
  });
  await until(() => letters.length > 0, 'the mail arrives');
  await until(async () => (await queued(app)).length === 0, 'the queue is empty');
  expect(letters.map(({ to }) => to)).toEqual([ann.email]);
});

test('a failed job is retried from the start, with a new token in its mail', async () => {
  const tokens: (string | undefined)[] = [];
  const { app, letters } = await startMailing({
    beforeTaking: ({ text }) => {
      tokens.push(/#token=([\w-]+)/.exec(text)?.[1]);
      if (tokens.length === 1) throw new Error('Come back later');
    },
  });
  const ann = await app.owner();
  await app.call(dashboard.session.requestReset, { body: { email: ann.email } });
  await until(() => bringForward(app), 'the first attempt has failed');
  await until(() => letters.length === 1, 'the second attempt succeeds');
  expect(tokens).toHaveLength(2);
  expect(tokens[0]).not.toBe(tokens[1]);
  const confirm = (token: string | undefined) =>
    app.call(dashboard.session.confirmReset, { body: { token, password: 'another long password' } });
  expect(await confirm(tokens[0])).toMatchObject({ status: 422 });
  expect(await confirm(tokens[1])).toMatchObject({ status: 204 });
  await until(async () => (await queued(app)).length === 0, 'the queue is empty');
});

test('a job is queued with its declared number of attempts', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await app.call(dashboard.session.requestReset, { body: { email: ann.email } });
  const rows = await app.sql('SELECT task_identifier, attempts, max_attempts FROM graphile_worker.jobs');
  expect(rows).toEqual([{ task_identifier: 'sessions.send_reset', attempts: 0, max_attempts: sendReset.attempts }]);
});

test('a node that stops right after starting takes no more jobs', async () => {
  const { app, user, letters } = await startMailing();
  const ann = await app.owner();
  const user_id = await user(ann.email);
  const node = await startApp({ SMTP_URL: 'smtp://127.0.0.1:1' }, { connection: app.connection });
  await app.close();
  await node.start();
  await node.close();
  await until(async () => (await node.sql(WORKERS)).length === 0, 'no worker is left', 5_000);
  await node.unitOfWork.write({}, async ({ enqueue }) => enqueue(sendReset, { user_id }));
  expect(await queued(node)).toEqual([{ attempts: 0 }]);
  expect(letters).toEqual([]);
});

test.each(['SIGINT', 'SIGKILL'] as const)(
  'a job interrupted by %s is retried after the next start, not hours later',
  async (signal) => {
    let attempts = 0;
    const mailbox = await startMailbox({
      beforeTaking: () => {
        attempts += 1;
        // The first attempt never gets a response.
        return attempts === 1 ? new Promise(() => {}) : undefined;
      },
    });
    const app = await startApp({ SMTP_URL: mailbox.url }, { isolated: true });
    const { email } = await app.owner();
    const server = startServer({ ...environmentOn(app.connection), SMTP_URL: mailbox.url });
    await server.ready();
    await app.call(dashboard.session.requestReset, { body: { email } });
    await until(() => attempts === 1, 'the job is running');
    server.signal(signal);
    await server.ended;
    await until(async () => (await app.sql(WORKERS)).length === 0, 'its database connections are closed');
    await app.start();
    const hasArrived = async () => {
      await bringForward(app);
      return mailbox.letters.length === 1;
    };
    await until(hasArrived, 'the mail arrives');
  },
);

const job = (name: string, run: Job['run'], timeoutMs = 60_000) => defineJob({ name, attempts: 1, timeoutMs, run });

test('two jobs with the same name are refused', () => {
  const [one, two] = [job('tests.one', async () => {}), job('tests.two', async () => {})];
  expect([...indexJobs([one, two]).keys()]).toEqual(['tests.one', 'tests.two']);
  expect(() => indexJobs([one, two, { ...one }])).toThrow('Two jobs have the same name');
});

test('recurring jobs are scheduled, and others are not', () => {
  const scheduled = toSchedule(jobs).map(({ task }) => task);
  expect(scheduled).toContain('events.partition');
  expect(scheduled).not.toContain('sessions.send_reset');
  for (const { match } of toSchedule(jobs)) expect(match).toMatch(/^\S+ \S+ \S+ \S+ \S+$/);
});

function toolsOf(app: TestApp) {
  return {
    unitOfWork: app.unitOfWork,
    mail: createMailer({ smtpUrl: undefined, from: '', outbox: '/nowhere', dkim: undefined }),
    storage: createFileStore({ directory: '/nowhere', s3: undefined }),
    outbound: createOutbound({ allow: [] }),
    messengers: { urls: {}, inbound: 'auto' as const, avito: undefined },
  };
}

test('a job that exceeds its timeout fails, and its signal is aborted', async () => {
  const app = await startApp();
  let signal: AbortSignal | undefined;
  const endless = job(
    'tests.endless',
    (work) => {
      signal = work.signal;
      return new Promise(() => {});
    },
    50,
  );
  await expect(runJob(endless, {}, toolsOf(app))).rejects.toThrow('tests.endless timed out');
  expect(signal?.aborted).toBe(true);
});

test('an aborted job ends, whether it is running or not yet started', async () => {
  const app = await startApp();
  const endless = job('tests.endless', () => new Promise(() => {}));
  const stopped = new AbortController();
  const run = () =>
    withTimeout(
      runJob(endless, {}, { ...toolsOf(app), signal: stopped.signal }).catch(() => 'ended'),
      2_000,
    );
  const running = run();
  stopped.abort();
  expect(await running).toBe('ended');
  expect(await run()).toBe('ended');
});

test('a job resolves when it finishes and rejects when it fails', async () => {
  const app = await startApp();
  await expect(
    runJob(
      job('tests.fine', async () => {}),
      {},
      toolsOf(app),
    ),
  ).resolves.toBeUndefined();
  const failing = job('tests.failing', async () => {
    throw new Error('no');
  });
  await expect(runJob(failing, {}, toolsOf(app))).rejects.toThrow('no');
});

test('a job gets its payload and the current time', async () => {
  const app = await startApp();
  const seen: unknown[] = [];
  const looking = job('tests.looking', async ({ now }, payload) => void seen.push(`${now}`, payload));
  await runJob(looking, { user_id: 5 }, toolsOf(app));
  expect(seen).toEqual([`${app.clock.now}`, { user_id: 5 }]);
});

test('the command line refuses an unknown job with exit code 2 and lists the scheduled ones', async () => {
  const app = await startApp();
  const env = environmentOn(app.connection);
  const unknown = await runCommand(env, 'job', 'run', 'tests.unknown');
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  const scheduled = [...jobs.values()].filter(({ every }) => every).map(({ name }) => name);
  for (const name of ['tests.unknown', ...scheduled]) expect(unknown.stderr).toContain(name);
  expect((await runCommand(env, 'job', 'run')).code).toBe(2);
});

test('the command line runs a job as of --now, and the sweep deletes idempotency keys older than a day', async () => {
  const app = await startApp();
  const env = environmentOn(app.connection);
  const [old, young] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
  await app.sql(`INSERT INTO idempotency_keys
    VALUES ('\\x${old}', '2030-01-01T00:00Z'), ('\\x${young}', '2030-01-01T12:00Z')`);
  const sweep = (now: string) => runCommand(env, 'job', 'run', 'idempotency.sweep', '--now', now);
  expect(await sweep('2030-01-02T06:00Z')).toMatchObject({ code: 0, lines: [{ job: 'idempotency.sweep' }] });
  const kept = await app.sql(`SELECT encode(hash, 'hex') AS hash FROM idempotency_keys
    WHERE hash IN ('\\x${old}', '\\x${young}')`);
  expect(kept).toEqual([{ hash: young }]);
  expect(await sweep('soon')).toMatchObject({ code: 2, stderr: expect.stringContaining('--now must be a time') });
});

test('the command line refuses a job that needs a payload', async () => {
  const app = await startApp();
  const refused = await runCommand(environmentOn(app.connection), 'job', 'run', 'sessions.send_reset');
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('sessions.send_reset') });
});
