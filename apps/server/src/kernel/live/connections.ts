import type { SessionPrincipal, VisitorPrincipal } from '../auth/principal.ts';
import type { Admission, Credentials } from './admission.ts';

/** What is kept of a connected socket. */
export interface Connection<P> {
  principal: P;
  credentials: Credentials;
  network: string;
  /** How many notices had come when its credentials were checked. */
  notices: number;
  /** Refused calls in the current window. */
  flood: { since: number; count: number };
}

/** Connected sockets by id, indexed by principal and by the notices that concern them. */
export function createConnections<P extends VisitorPrincipal | SessionPrincipal>({
  nameOf,
  subjects,
}: Pick<Admission<P>, 'nameOf' | 'subjects'>) {
  const connections = new Map<string, Connection<P>>();
  const byName = new Map<string, Set<string>>();
  const bySubject = new Map<string, Set<string>>();
  let notices = 0;

  return {
    get: (id: string) => connections.get(id),
    list: () => [...connections],
    count: (principal: P) => byName.get(nameOf(principal))?.size ?? 0,
    add(id: string, connection: Connection<P>) {
      connections.set(id, connection);
      addTo(byName, nameOf(connection.principal), id);
      for (const subject of subjects(connection.principal)) addTo(bySubject, subject, id);
    },
    remove(id: string) {
      const connection = connections.get(id);
      if (!connection) return undefined;
      connections.delete(id);
      removeFrom(byName, nameOf(connection.principal), id);
      for (const subject of subjects(connection.principal)) removeFrom(bySubject, subject, id);
      return connection;
    },
    /** How many notices have come. */
    noticeCount: () => notices,
    /** Counts a notice and returns the ids of the sockets it concerns. */
    countNotice(subject: string) {
      notices += 1;
      return [...(bySubject.get(subject) ?? [])];
    },
  };
}

export type Connections<P extends VisitorPrincipal | SessionPrincipal> = ReturnType<typeof createConnections<P>>;

function addTo(index: Map<string, Set<string>>, key: string, id: string) {
  index.set(key, (index.get(key) ?? new Set()).add(id));
}

function removeFrom(index: Map<string, Set<string>>, key: string, id: string) {
  const ids = index.get(key);
  ids?.delete(id);
  if (!ids?.size) index.delete(key);
}
