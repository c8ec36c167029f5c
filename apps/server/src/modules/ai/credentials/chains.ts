import { type BackupLink, longestBackupChain } from '@parley/contract';

interface Linked {
  id: number;
  backup_credential_id: number | null;
}

/** A credential and its backups by id, in order. */
export function follow<Link extends Linked>(links: readonly Link[], first: number | null): Link[] {
  const byId = new Map(links.map((link) => [link.id, link]));
  const chain: Link[] = [];
  for (let next = first; next !== null; ) {
    const link = byId.get(next);
    // Saved chains are finite; one more link is enough to see that a new one is not.
    if (!link || chain.length > longestBackupChain + 1) break;
    chain.push(link);
    next = link.backup_credential_id;
  }
  return chain;
}

/** Whether every chain of the widget is short enough, and none a circle. */
export function areChainsValid(links: readonly Linked[]) {
  return links.every(({ backup_credential_id }) => follow(links, backup_credential_id).length <= longestBackupChain);
}

export function toBackupChain(links: readonly (BackupLink & Linked)[], first: number | null): BackupLink[] {
  return follow(links, first).map(({ backup_credential_id: _, ...link }) => link);
}
