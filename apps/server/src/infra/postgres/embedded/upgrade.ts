/** As a shell reads it: one word, whatever is in it. */
export function quote(word: string) {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Tried from 15 to 18. The old version's own programs do all of it, so that only one version needs to be found. */
export function upgradeInstructions(entry: string, current: number, shipped: number) {
  const [data, old] = [quote(entry), quote(`${entry}-${current}`)];
  return `${entry} was created by PostgreSQL ${current}; this release of Parley ships PostgreSQL ${shipped}. Nothing was changed.
Either run the release of Parley that shipped PostgreSQL ${current}, or migrate the data with the programs of
PostgreSQL ${current} (on Debian the package postgresql-${current}, in /usr/lib/postgresql/${current}/bin), as the owner of the data:
  mv ${data} ${old}
  cd ${old}
  pg_ctl -D . -o "-p 5417 -k . -c listen_addresses=''" -l upgrade.log -w start
  pg_dump -h "$PWD" -p 5417 -U parley -Fc -f parley.dump parley
  pg_ctl -D . -w stop
Start Parley, which creates an empty database. While it runs, restore the data:
  pg_restore -h ${data} -U parley -d parley --clean --if-exists -1 ${old}/parley.dump
Then restart Parley. Check that everything is there before you remove ${old}.`;
}
