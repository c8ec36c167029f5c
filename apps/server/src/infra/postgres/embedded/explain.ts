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

export function upgradeInstructions(data: string, made: number, brought: number) {
  const old = `${data}-${made}`;
  return `${data} was made by PostgreSQL ${made}, and this release of Parley brings PostgreSQL ${brought}. Nothing was changed.
Either run the release of Parley that brought PostgreSQL ${made}, or move the data over with the programs of both
versions (on Debian: the packages postgresql-${made} and postgresql-client-${brought}), as the owner of the directory:
  mv ${data} ${old}
  pg_ctl -D ${old} -o "-p 5417 -k /tmp -c listen_addresses=''" -w start        # of PostgreSQL ${made}
  pg_dump -h /tmp -p 5417 -U parley -Fc -f parley.dump parley                # of PostgreSQL ${brought}
  pg_ctl -D ${old} -w stop
  npm start                                                                  # makes an empty database; leave it running
  pg_restore -h ${data} -U parley -d parley --clean --if-exists -1 parley.dump
Then restart Parley, and remove ${old} when you have seen that all is there.`;
}
