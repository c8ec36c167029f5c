import type { Config } from './config.ts';
import type { Home } from './infra/postgres/embedded/index.ts';
import { version } from './version.ts';

/** The few lines a person sees when the server is ready: what there is and where. */
export function banner({ config, publicUrl, home }: { config: Config; publicUrl: string; home: Home | undefined }) {
  const rows = [
    ['Open', publicUrl],
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
  return `\n  Parley ${version} is ready. Ctrl-C stops it.\n\n${lines.join('')}\n`;
}

/** Without user and password. */
function describeDatabase(url = '') {
  const { host, pathname, searchParams } = new URL(url);
  return `${decodeURIComponent(host) || searchParams.get('host') || 'this machine'}${pathname}`;
}
