import { StartupError } from '../../startup-error.ts';

/** Turns what the operating system or postgres said into a sentence about what to do; both use the same words. */
export function explain(error: unknown, directory: string): StartupError {
  if (error instanceof StartupError) return error;
  const said = error instanceof Error ? error.message : String(error);
  return new StartupError(`${advice(said, directory)}\n${said}`, { cause: error });
}

function advice(said: string, directory: string) {
  if (/no space left|quota exceeded|file too large/i.test(said)) {
    return `The disk of ${directory} is full. Make room and start again; what was stored is safe.`;
  }
  if (/read-only file system/i.test(said)) {
    return `The disk of ${directory} is read-only. Make it writable, or set DATA_DIR to a place that is.`;
  }
  if (/permission denied|not permitted|wrong ownership/i.test(said)) {
    return `${directory} can't be used by this user. Start Parley as the user who started it first, or give that user the directory (chown -R), or set another DATA_DIR.`;
  }
  return `PostgreSQL could not start on ${directory}.`;
}

/** Tried from 15 to 18. The old version's own programs do all of it, so that only one version needs to be found. */
export function upgradeInstructions(data: string, made: number, brought: number) {
  const old = `${data}-${made}`;
  return `${data} was made by PostgreSQL ${made}, and this release of Parley brings PostgreSQL ${brought}. Nothing was changed.
Either run the release of Parley that brought PostgreSQL ${made}, or move the data over with the programs of
PostgreSQL ${made} (on Debian the package postgresql-${made}, in /usr/lib/postgresql/${made}/bin), as the owner of the data:
  mv ${data} ${old}
  pg_ctl -D ${old} -o "-p 5417 -k /tmp -c listen_addresses=''" -l /tmp/parley-${made}.log -w start
  pg_dump -h /tmp -p 5417 -U parley -Fc -f /tmp/parley.dump parley
  pg_ctl -D ${old} -w stop
Start Parley, which makes an empty database, and while it runs, fill it:
  pg_restore -h ${data} -U parley -d parley --clean --if-exists -1 /tmp/parley.dump
Then restart Parley. Remove ${old} when you have seen that everything is there.`;
}
