import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dashboard, type Scope, scopeNames } from '@parley/contract';
import { inject, onTestFinished } from 'vitest';
import { type App, createApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { fileSettings } from '../src/file-settings.ts';
import { createFileStore } from '../src/infra/files/file-store.ts';
import { createLog } from '../src/infra/log.ts';
import { createMailer } from '../src/infra/mail/mailer.ts';
import { createOutbound } from '../src/infra/outbound/outbound.ts';
import { openDatabase } from '../src/infra/postgres/database.ts';
import { createVault } from '../src/infra/secrets/vault.ts';
import { runJob } from '../src/kernel/jobs.ts';
import { mailSettings } from '../src/mail-settings.ts';
import * as accounts from '../src/modules/accounts/index.ts';
import * as tokens from '../src/modules/tokens/index.ts';
import * as users from '../src/modules/users/index.ts';
import { jobs } from '../src/modules.ts';
import { type Ask, type Call, createCall } from './call.ts';
import { TEMPLATE } from './global-setup.ts';
import { query } from './query.ts';

/** Address of a database of one's own: migrated, or as `options` of CREATE DATABASE say. */
export async function freshDatabase(options = `TEMPLATE ${TEMPLATE}`): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await query(`${inject('postgres')}postgres`, `CREATE DATABASE ${name} ${options}`);
  return `${inject('postgres')}${name}`;
}

export const PASSWORD = 'correct horse battery';

/** A real hash takes 20 ms of a core on purpose; people of tests sign in by the thousand. */
export const hashQuickly = (password: string) =>
  users.hashPassword(password, { memory: 64, passes: 1, parallelism: 1 });

/** Somebody with an account, a widget and a token with every scope. */
export interface Owner {
  email: string;
  accountId: number;
  widgetId: number;
  buttonGuid: string;
  agentId: number;
  token: string;
  /** Calls a route with the token, or with another. */
  call: Call;
  /** Another token of the widget. */
  newToken: (scopes: Scope[], expires_at?: string) => Promise<string>;
}

export interface TestApp extends App {
  publicUrl: string;
  /** Where sockets connect; the port of a live app. */
  address: string;
  connection: string;
  /** The time of the server; a test may move it. */
  clock: { now: Temporal.Instant };
  owner: (options?: { password?: string; apiEnabled?: boolean }) => Promise<Owner>;
  /** Calls a route as nobody in particular. */
  call: Call;
  sql: <T extends object>(statement: string) => Promise<T[]>;
  /** Runs a job now. */
  run: (job: string) => Promise<void>;
}

interface Options {
  /** A database that another app uses too. */
  connection?: string;
  masterKey?: Buffer;
  /** With jobs and numbering. */
  background?: boolean;
  /** Listens on a port of its own, for sockets. */
  live?: boolean;
  /** And is what it tells others its address is, for browsers. */
  isPublic?: boolean;
}

/** The app on a database of its own, in this process, for one test. */
export async function startApp(env: Record<string, string> = {}, options: Options = {}): Promise<TestApp> {
  const app = await openApp(env, options);
  onTestFinished(app.end);
  return app;
}

/** An app for many tests: whoever opens it ends it. */
export interface OpenApp extends TestApp {
  end: () => Promise<void>;
}

export async function openApp(env: Record<string, string> = {}, options: Options = {}): Promise<OpenApp> {
  const log = createLog('silent');
  const directory = path.join(tmpdir(), `parley-${randomUUID()}`);
  const config = readConfig({ DATA_DIR: directory, ...env });
  let publicUrl = config.PUBLIC_URL ?? 'http://localhost:3000';
  const connectionString = options.connection ?? (await freshDatabase());
  const connection = { connectionString };
  const database = openDatabase(connection, log);
  const vault = createVault(options.masterKey ?? Buffer.alloc(32, 7));
  const clock = { now: Temporal.Now.instant().round('millisecond') };
  const app = createApp({
    config,
    log,
    clock: () => clock.now,
    publicUrl: () => publicUrl,
    platform: { database, connection, vault: () => vault },
  });
  if (options.background) await app.start();
  else app.state = 'ready';
  if (options.live) {
    await app.http.listen({ host: '127.0.0.1', port: 0 });
    if (options.isPublic) publicUrl = addressOf(app.http.server.address());
    if (!options.background) await app.goLive();
  }

  const ask: Ask = (request) => app.http.inject(request);
  return Object.assign(app, {
    async end() {
      await app.close();
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
    publicUrl,
    address: addressOf(app.http.server.address()),
    connection: connectionString,
    clock,
    call: createCall(ask, {}),
    owner: (given?: { password?: string; apiEnabled?: boolean }) => createOwner(app, ask, given),
    sql: <T extends object>(statement: string) => query<T>(connectionString, statement),
    run: async (name: string) => {
      const job = jobs.get(name);
      if (!job) throw new Error(`There is no job ${name}`);
      const mail = createMailer(mailSettings(config, publicUrl));
      const outbound = createOutbound({ allow: config.OUTBOUND_ALLOW });
      const tools = { unitOfWork: app.unitOfWork, mail, storage: createFileStore(fileSettings(config)), outbound };
      await runJob(job, {}, tools);
    },
  });
}

function addressOf(listening: AddressInfo | string | null) {
  return listening && typeof listening === 'object' ? `http://127.0.0.1:${listening.port}` : '';
}

async function createOwner(
  app: App,
  ask: Ask,
  { password = PASSWORD, apiEnabled = true }: { password?: string; apiEnabled?: boolean } = {},
): Promise<Owner> {
  const email = `${randomUUID()}@example.test`;
  const passwordHash = await hashQuickly(password);
  const made = await app.unitOfWork.write({}, (work) =>
    accounts.create(work, { email, name: 'Ann', passwordHash, apiEnabled }),
  );
  const newToken = async (scopes: Scope[], expires_at?: string) =>
    (await app.unitOfWork.write({}, (work) => tokens.issue(work, made.widgetId, { name: 'test', scopes, expires_at })))
      .token;
  const token = await newToken(scopeNames);
  return { ...made, email, token, newToken, call: createCall(ask, { authorization: `Bearer ${token}` }) };
}

/** Signs somebody in and calls with their session, as the console does. */
export async function signIn(app: TestApp, { email }: { email: string }, password = PASSWORD) {
  const answer = await app.call(dashboard.session.create, { body: { email, password } });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const call = createCall((request) => app.http.inject(request), { cookie, origin: app.publicUrl });
  return { cookie, call, answer };
}
