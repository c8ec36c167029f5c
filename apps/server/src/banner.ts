import path from 'node:path';
import type { Config } from './config.ts';
import type { DemoOwner } from './demo/demo-owner.ts';
import type { Home } from './infra/postgres/embedded/index.ts';
import { version } from './infra/version.ts';

interface Facts {
  config: Config;
  publicUrl: string;
  home: Home | undefined;
  /** Nobody has an account yet. */
  isEmpty: boolean;
  /** Made by this start; nothing else ever knows the password and the token. */
  owner: DemoOwner | undefined;
}

/** The few lines a person sees when the server is ready: what there is and where. */
export function banner({ config, publicUrl, home, isEmpty, owner }: Facts) {
  const rows = [
    ['Open', publicUrl],
    ...(config.DEMO ? [['Demo', `${publicUrl}/demo`]] : []),
    ['Docs', `${publicUrl}/docs`],
    ['Health', `${publicUrl}/healthz  /readyz  /metrics`],
    [
      'Database',
      home
        ? `built-in PostgreSQL ${home.binaries.major} in ${home.data}`
        : `PostgreSQL at ${describeDatabase(config.DATABASE_URL)}`,
    ],
    ...(home?.binaries.copiedTo ? [['Programs', `PostgreSQL copied to ${home.binaries.copiedTo}`]] : []),
    ['Data', config.DATA_DIR],
    ...(config.SMTP_URL ? [] : [['Mail', `saved in ${path.join(config.DATA_DIR, 'outbox')} until SMTP_URL is set`]]),
  ];
  const first = isEmpty
    ? `  Create the first account, then sign in:\n  npm run --silent cli -- account create --email you@example.com --name You --password '…' --api-enabled\n\n`
    : '';
  return `\n  Parley ${version} is ready. Press Ctrl-C to stop.\n\n${print(rows)}\n${owner ? introduce(owner) : first}`;
}

const print = (rows: string[][]) => rows.map(([name, value]) => `  ${name?.padEnd(9)} ${value}\n`).join('');

function introduce({ email, password, token }: DemoOwner) {
  const rows = [
    ['E-mail', email],
    ['Password', password],
    ['Token', token],
  ];
  return `  Sign in as the owner, or call the API with the token. Shown only once:\n${print(rows)}\n`;
}

/** Without user and password. */
function describeDatabase(url = '') {
  const { host, pathname, searchParams } = new URL(url);
  return `${decodeURIComponent(host) || searchParams.get('host') || 'this machine'}${pathname}`;
}
