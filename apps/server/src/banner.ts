import type { Config } from './config.ts';
import type { Home } from './infra/postgres/embedded/index.ts';
import { version } from './infra/version.ts';

interface Facts {
  config: Config;
  publicUrl: string;
  home: Home | undefined;
  /** Nobody has an account yet. */
  isEmpty: boolean;
}

/** The few lines a person sees when the server is ready: what there is and where. */
export function banner({ config, publicUrl, home, isEmpty }: Facts) {
  const rows = [
    ['Open', publicUrl],
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
  ];
  const lines = rows.map(([name, value]) => `  ${name?.padEnd(9)} ${value}\n`);
  const first = isEmpty
    ? `  Make the first account, then sign in:\n  npm run --silent cli -- account create --email you@example.com --name You --password '…' --api-enabled\n\n`
    : '';
  return `\n  Parley ${version} is ready. Ctrl-C stops it.\n\n${lines.join('')}\n${first}`;
}

/** Without user and password. */
function describeDatabase(url = '') {
  const { host, pathname, searchParams } = new URL(url);
  return `${decodeURIComponent(host) || searchParams.get('host') || 'this machine'}${pathname}`;
}
