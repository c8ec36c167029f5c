import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileSettings } from '../src/app/file-settings.ts';
import { mailSettings } from '../src/app/mail-settings.ts';
import { messengerSettings } from '../src/app/messenger-settings.ts';
import { type App, createApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import { createFileStore } from '../src/infra/files/file-store.ts';
import { createLog } from '../src/infra/log.ts';
import { createMailer } from '../src/infra/mail/mailer.ts';
import { createOutbound } from '../src/infra/outbound/outbound.ts';
import { openDatabase } from '../src/infra/postgres/database.ts';
import { inspectors } from '../src/infra/postgres/run-sql.ts';
import { createVault } from '../src/infra/secrets/vault.ts';
import { runJob } from '../src/kernel/jobs/jobs.ts';
import { jobs } from '../src/modules.ts';
import { createCall, type Inject } from './call.ts';
import { createRowCheck } from './checked-rows.ts';
import { createOwner } from './owners.ts';
import { inject } from './provided.ts';

/** An app in this process. */
export interface RunningApp {
  app: App;
  config: Config;
  /** Where it listens, if it is live. */
  address: string;
  connection: string;
  publicUrl: () => string;
  end: () => Promise<void>;
}

export interface LaunchOptions {
  connection: string;
  clock: () => Temporal.Instant;
  /** Overrides the configured one. */
  publicUrl: () => string | undefined;
  masterKey?: Buffer;
  background?: boolean;
  live?: boolean;
}

inspectors.add(createRowCheck(inject('checkedStatements')));

/** Fixed until a test moves it. */
export const frozenClock = () => ({ now: Temporal.Now.instant().round('millisecond') });

export async function runApp(env: Record<string, string>, launch: LaunchOptions): Promise<RunningApp> {
  const { connection, clock, masterKey = Buffer.alloc(32, 7), background, live } = launch;
  const log = createLog('silent');
  const directory = path.join(inject('scratch'), randomUUID());
  const config = readConfig({ DATA_DIR: directory, ...env });
  const database = openDatabase({ connectionString: connection }, log);
  const vault = createVault(masterKey);
  const publicUrl = () => launch.publicUrl() ?? config.PUBLIC_URL ?? 'http://localhost:3000';
  const platform = { database, connection: { connectionString: connection }, vault: () => vault };
  const app = createApp({ config, log, clock, publicUrl, platform });
  if (background) await app.start();
  else app.state = 'ready';
  if (live) {
    await app.http.listen({ host: '127.0.0.1', port: 0 });
    if (!background) await app.goLive();
  }
  const end = async () => {
    await app.close();
    await database.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { app, config, address: addressOf(app.http.server.address()), connection, publicUrl, end };
}

function addressOf(listening: AddressInfo | string | null) {
  return listening && typeof listening === 'object' ? `http://127.0.0.1:${listening.port}` : '';
}

/** Test operations on an app; requests go through `ask`. */
export function toolsOf({ app, config, publicUrl }: RunningApp, ask: Inject) {
  const mail = createMailer(mailSettings(config, publicUrl()));
  return {
    mail,
    call: createCall(ask, {}),
    owner: (given?: { password?: string; apiEnabled?: boolean }) => createOwner(app, ask, given),
    run: async (name: string) => {
      const job = jobs.get(name);
      if (!job) throw new Error(`There is no job ${name}`);
      const outbound = createOutbound({ allow: config.OUTBOUND_ALLOW });
      const storage = createFileStore(fileSettings(config));
      const messengers = messengerSettings(config);
      const tools = { unitOfWork: app.unitOfWork, mail, storage, outbound, messengers };
      await runJob(job, {}, tools);
    },
  };
}
