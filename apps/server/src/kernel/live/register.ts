import type { SessionPrincipal, VisitorPrincipal } from '../auth/principal.ts';
import type { Admission, Credentials } from './admission.ts';

/** What is kept of a socket: who it is, and what it showed. */
export interface Known<P> {
  principal: P;
  credentials: Credentials;
  network: string;
  /** How many notices there had been when what it showed was looked at. */
  notices: number;
  /** Calls that were refused as too many, since when. */
  flood: { since: number; count: number };
}

/** Who is connected over which socket, found also by what notices are about. */
export function createRegister<P extends VisitorPrincipal | SessionPrincipal>({
  nameOf,
  subjects,
}: Pick<Admission<P>, 'nameOf' | 'subjects'>) {
  const known = new Map<string, Known<P>>();
  const byName = new Map<string, Set<string>>();
  const bySubject = new Map<string, Set<string>>();

  return {
    known,
    countOf: (principal: P) => byName.get(nameOf(principal))?.size ?? 0,
    about: (subject: string) => [...(bySubject.get(subject) ?? [])],
    keep(id: string, each: Known<P>) {
      known.set(id, each);
      add(byName, nameOf(each.principal), id);
      for (const subject of subjects(each.principal)) add(bySubject, subject, id);
    },
    /** What was known of it, if anything was. */
    forget(id: string) {
      const found = known.get(id);
      if (!found) return undefined;
      known.delete(id);
      remove(byName, nameOf(found.principal), id);
      for (const subject of subjects(found.principal)) remove(bySubject, subject, id);
      return found;
    },
  };
}

function add(index: Map<string, Set<string>>, key: string, id: string) {
  index.set(key, (index.get(key) ?? new Set()).add(id));
}

function remove(index: Map<string, Set<string>>, key: string, id: string) {
  const ids = index.get(key);
  ids?.delete(id);
  if (!ids?.size) index.delete(key);
}
