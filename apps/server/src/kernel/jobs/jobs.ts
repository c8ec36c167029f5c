import type { FileStore } from '../../infra/files/file-store.ts';
import type { Mailer } from '../../infra/mail/mailer.ts';
import type { MessengerSettings } from '../../infra/messenger-settings.ts';
import type { Outbound } from '../../infra/outbound/outbound.ts';
import type { Job, JobContext, UnitOfWork, Write } from '../data/context.ts';

/** Declares a job; `enqueue` is typed by its payload. */
export function defineJob<Payload extends object>(job: Job<Payload>): Job<Payload> {
  return job;
}

/** Runs batches, each in its own transaction, until one is not full. */
export async function inBatches(
  { unitOfWork, signal }: JobContext,
  size: number,
  runBatch: (work: Write) => Promise<number>,
) {
  for (let count = size; count === size && !signal.aborted; ) count = await unitOfWork.write({}, runBatch);
}

interface JobTools {
  unitOfWork: UnitOfWork;
  mail: Mailer;
  storage: FileStore;
  outbound: Outbound;
  messengers: MessengerSettings;
}

/** Jobs by name; throws if two share one. */
export function indexJobs(jobs: Job<never>[]): Map<string, Job<object>> {
  const byName = new Map(jobs.map((job) => [job.name, job as Job<object>]));
  if (byName.size < jobs.length) throw new Error('Two jobs have the same name');
  return byName;
}

/** Runs a job now, with its timeout. */
export async function runJob(
  job: Job<object>,
  payload: object,
  { signal, ...tools }: JobTools & { signal?: AbortSignal },
) {
  const timeout = AbortSignal.timeout(job.timeoutMs);
  const combined = signal ? AbortSignal.any([signal, timeout]) : timeout;
  combined.throwIfAborted();
  const aborted = new Promise<never>((_resolve, reject) => {
    combined.addEventListener('abort', () => reject(new Error(`${job.name} timed out`)), { once: true });
  });
  await Promise.race([
    tools.unitOfWork.read((work) => job.run({ ...work, ...tools, signal: combined }, payload)),
    aborted,
  ]);
}

/** Functions for the worker, by job name. */
export function toTasks(jobs: Map<string, Job<object>>, tools: JobTools) {
  return Object.fromEntries(
    [...jobs.values()].map((job) => [
      job.name,
      (payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }) =>
        runJob(job, payload as object, { ...tools, signal: abortSignal }),
    ]),
  );
}

/** Cron entries of recurring jobs. */
export function toSchedule(jobs: Map<string, Job<object>>) {
  return [...jobs.values()].flatMap(({ name, every, attempts }) =>
    every ? { task: name, match: every, options: { maxAttempts: attempts } } : [],
  );
}
