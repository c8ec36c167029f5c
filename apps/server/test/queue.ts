import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFileStore } from '../src/infra/files/file-store.ts';
import { createMailer } from '../src/infra/mail/mailer.ts';
import { parseAllowRules } from '../src/infra/outbound/addresses.ts';
import { createOutbound } from '../src/infra/outbound/outbound.ts';
import { runJob } from '../src/kernel/jobs/jobs.ts';
import { jobs } from '../src/modules.ts';
import type { TestApp } from './harness.ts';

interface Queued {
  id: number;
  name: string;
  payload: object;
}

const QUEUE = `
  SELECT j.id::int, t.identifier AS name, j.payload FROM graphile_worker._private_jobs j
  JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id`;

/** Pending jobs, in order. */
export const readQueue = (app: TestApp) => app.sql<Queued>(QUEUE);

/** Makes failed jobs due now. */
export const retryNow = (app: TestApp) =>
  app.sql(`
    WITH due AS (
      UPDATE graphile_worker._private_jobs SET run_at = now()
      WHERE attempts > 0 AND locked_at IS NULL AND run_at > now() RETURNING id
    )
    SELECT pg_notify('jobs:insert', '{"count":1}') FROM due`);

/** Runs pending jobs once, with mail to that server: for an app without background work. */
export async function runQueue(app: TestApp, smtpUrl: string) {
  const directory = path.join(tmpdir(), `parley-${randomUUID()}`);
  const mail = createMailer({ smtpUrl, from: 'Parley <parley@example.test>', outbox: directory, dkim: undefined });
  const outbound = createOutbound({ allow: parseAllowRules('127.0.0.1') });
  const storage = createFileStore({ directory, s3: undefined });
  const messengers = { urls: {}, inbound: 'auto' as const, avito: undefined };
  const tools = { unitOfWork: app.unitOfWork, mail, storage, outbound, messengers };
  const queued = await readQueue(app);
  for (const { id, name, payload } of queued) {
    const job = jobs.get(name);
    if (!job) throw new Error(`There is no job ${name}`);
    await runJob(job, payload, tools);
    await app.sql(`DELETE FROM graphile_worker._private_jobs WHERE id = ${id}`);
  }
  return queued.map(({ name }) => name);
}
