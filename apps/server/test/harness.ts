import { dashboard } from '@parley/contract';
import { onTestFinished } from 'vitest';
import type { App } from '../src/app.ts';
import type { Mailer } from '../src/infra/mail/mailer.ts';
import { type Call, createCall, type Inject } from './call.ts';
import { freshDatabase } from './databases.ts';
import { isSharedMailbox } from './mailbox.ts';
import { type Owner, PASSWORD } from './owners.ts';
import { query } from './query.ts';
import { frozenClock, runApp, toolsOf } from './running-app.ts';
import { openShared } from './shared-app.ts';

export interface TestApp extends App {
  publicUrl: string;
  /** Where sockets connect; the port of a live app. */
  address: string;
  /** The address sockets connect from. */
  localAddress: string;
  connection: string;
  /** The server's time; a test may move it. */
  clock: { now: Temporal.Instant };
  owner: (options?: { password?: string; apiEnabled?: boolean }) => Promise<Owner>;
  /** Calls a route anonymously. */
  call: Call;
  sql: <T extends object>(statement: string) => Promise<T[]>;
  run: (job: string) => Promise<void>;
  /** Sends as the server does. */
  mail: Mailer;
}

interface AppOptions {
  /** An app and database for this test alone: to stop it, break its tables or count everything. */
  isolated?: boolean;
  /** A database shared with another app. */
  connection?: string;
  masterKey?: Buffer;
  /** With jobs and event numbering. */
  background?: boolean;
  /** Listens on its own port, for sockets. */
  live?: boolean;
  /** Uses that port as its public URL, for browsers. */
  isPublic?: boolean;
}

/** The worker's shared app, unless the options need a separate one. */
export async function startApp(env: Record<string, string> = {}, options: AppOptions = {}): Promise<TestApp> {
  const app = await openApp(env, options);
  onTestFinished(app.end);
  return app;
}

/** An app for many tests; the caller ends it. */
export interface OpenApp extends TestApp {
  end: () => Promise<void>;
}

export function openApp(env: Record<string, string> = {}, options: AppOptions = {}): Promise<OpenApp> {
  return isShareable(env, options) ? openShared(env, options) : openIsolated(env, options);
}

/** These settings are specific to one test. */
const OF_ONE_TEST = ['DATA_DIR', 'REDIS_URL', 'S3_URL'];

function isShareable(env: Record<string, string>, { isolated, connection, masterKey, background }: AppOptions) {
  const isOfOneTest =
    OF_ONE_TEST.some((name) => name in env) || (env.SMTP_URL !== undefined && !isSharedMailbox(env.SMTP_URL));
  return !isolated && !connection && !masterKey && !background && !isOfOneTest;
}

async function openIsolated(env: Record<string, string>, options: AppOptions): Promise<OpenApp> {
  const connection = options.connection ?? (await freshDatabase());
  const clock = frozenClock();
  let own: string | undefined;
  const running = await runApp(env, { ...options, connection, clock: () => clock.now, publicUrl: () => own });
  const { app, address, end } = running;
  if (options.isPublic) own = address;
  const ask: Inject = (request) => app.http.inject(request);
  const sql = <T extends object>(statement: string) => query<T>(connection, statement);
  const place = { address, localAddress: '127.0.0.1', publicUrl: running.publicUrl(), connection };
  return Object.assign(app, toolsOf(running, ask), place, { clock, sql, end });
}

/** Signs in and calls with the session, as the console does. */
export async function signIn(app: TestApp, { email }: { email: string }, password = PASSWORD) {
  const answer = await app.call(dashboard.session.create, { body: { email, password } });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const call = createCall((request) => app.http.inject(request), { cookie, origin: app.publicUrl });
  return { cookie, call, answer };
}
