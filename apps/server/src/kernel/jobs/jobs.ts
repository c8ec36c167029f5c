import type { FileStore } from '../../infra/files/file-store.ts';
import type { Mailer } from '../../infra/mail/mailer.ts';
import type { Outbound } from '../../infra/outbound/outbound.ts';
import type { Job, JobContext, UnitOfWork, Write } from '../data/context.ts';

/** Declares a job; whoever enqueues it is held to its payload. */
export function defineJob<Payload extends object>(job: Job<Payload>): Job<Payload> {
  return job;
}

/** Does some of the work at a time, each in a transaction of its own, until there was less to do than fits into one. */
export async function inBatches(
  { unitOfWork, signal }: JobContext,
  size: number,
  doSome: (work: Write) => Promise<number>,
) {
  for (let count = size; count === size && !signal.aborted; ) count = await unitOfWork.write({}, doSome);
}

interface Tools {
  unitOfWork: UnitOfWork;
  mail: Mailer;
  storage: FileStore;
  outbound: Outbound;
}

/** Jobs by name; two of one name are a mistake. */
export function indexJobs(jobs: Job<never>[]): Map<string, Job<object>> {
  const byName = new Map(jobs.map((job) => [job.name, job as Job<object>]));
  if (byName.size < jobs.length) throw new Error('Two jobs have the same name');
  return byName;
}

/** Runs a job now, within its time. */
export async function runJob(
  job: Job<object>,
  payload: object,
  { signal, ...tools }: Tools & { signal?: AbortSignal },
) {
  const timeout = AbortSignal.timeout(job.timeoutMs);
  const ends = signal ? AbortSignal.any([signal, timeout]) : timeout;
  ends.throwIfAborted();
  const late = new Promise<never>((_resolve, reject) => {
    ends.addEventListener('abort', () => reject(new Error(`${job.name} timed out`)), { once: true });
  });
  await Promise.race([tools.unitOfWork.read((work) => job.run({ ...work, ...tools, signal: ends }, payload)), late]);
}

/** What the worker runs, by name. */
export function toTasks(jobs: Map<string, Job<object>>, tools: Tools) {
  return Object.fromEntries(
    [...jobs.values()].map((job) => [
      job.name,
      (payload: unknown, { abortSignal }: { abortSignal?: AbortSignal }) =>
        runJob(job, payload as object, { ...tools, signal: abortSignal }),
    ]),
  );
}

/** When the jobs that run by themselves do so. */
export function toSchedule(jobs: Map<string, Job<object>>) {
  return [...jobs.values()].flatMap(({ name, every, attempts }) =>
    every ? { task: name, match: every, options: { maxAttempts: attempts } } : [],
  );
}
