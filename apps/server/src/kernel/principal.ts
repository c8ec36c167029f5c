import type { Role, Scope } from '@parley/contract';

/** The widget somebody acts in; every query and every key carries it. */
export interface Tenant {
  widgetId: number;
  accountId: number;
  buttonGuid: string;
}

export interface TokenPrincipal {
  kind: 'token';
  id: number;
  name: string;
  tenant: Tenant;
  scopes: ReadonlySet<Scope>;
  expiresAt: string | null;
}

export interface SessionPrincipal {
  kind: 'session';
  /** Of the session's id, which nobody keeps. */
  hash: Buffer;
  userId: number;
  agentId: number;
  role: Role;
  tenant: Tenant;
  scopes: ReadonlySet<Scope>;
}

export type Principal = TokenPrincipal | SessionPrincipal;

/** Who calls, from what the request carries. Each throws the 401 or 403 that says why not. */
export interface Authenticator {
  token: (bearer: string) => Promise<TokenPrincipal>;
  session: (cookie: string) => Promise<SessionPrincipal>;
}

/** Names the caller where calls are counted and keys are kept apart. */
export function nameOf(principal: Principal) {
  return principal.kind === 'token' ? `token ${principal.id}` : `agent ${principal.agentId}`;
}
