import type { Role, Scope } from '@parley/contract';

/** The widget of a request; part of every query and every key. */
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
  /** Counts a refusal of a call with it. */
  countRefusal: () => void;
}

export interface SessionPrincipal {
  kind: 'session';
  /** Hash of the session id, which is not stored. */
  hash: Buffer;
  userId: number;
  agentId: number;
  role: Role;
  /** The account requires a second factor that the user does not have. */
  needsTwoFactor: boolean;
  tenant: Tenant;
  scopes: ReadonlySet<Scope>;
}

/** A page that has the widget. */
export interface SitePrincipal {
  kind: 'site';
  tenant: Tenant;
  /** Sites the widget is allowed on; empty: all. */
  domains: string[];
  /** Revision of the served configuration. */
  revision: number;
  /** Whether scripts of the site may speak for the visitor. */
  isApiEnabled: boolean;
  /** Set once they have opened the chat. */
  visitor?: VisitorPrincipal;
}

/** A visitor who has opened the chat. */
export interface VisitorPrincipal {
  kind: 'visitor';
  id: number;
  tenant: Tenant;
  /** Set with the first message, form or identity. */
  contactId: number | null;
  isBlocked: boolean;
  /** Whether scripts of the site may speak for them. */
  isApiEnabled: boolean;
}

/** The external side of a custom channel, authenticated by its secret. */
export interface ChannelPrincipal {
  kind: 'channel';
  id: number;
  tenant: Tenant;
}

/** A caller of the API or the console. */
export type Principal = TokenPrincipal | SessionPrincipal;

/** The server itself, in background work. */
export interface SystemPrincipal {
  kind: 'system';
  tenant: Tenant;
}

export type AnyPrincipal = Principal | SitePrincipal | VisitorPrincipal | ChannelPrincipal | SystemPrincipal;

/** Authenticates by a credential; throws the 401, 403 or 404 to refuse it with. */
export interface Authenticator {
  token: (bearer: string) => Promise<TokenPrincipal>;
  session: (cookie: string) => Promise<SessionPrincipal>;
  site: (buttonGuid: string) => Promise<SitePrincipal>;
  /** Undefined for a token that is not valid in this widget. */
  visitor: (bearer: string, site: SitePrincipal) => Promise<VisitorPrincipal | undefined>;
  channel: (secret: string) => Promise<ChannelPrincipal>;
}

/** Identifies the caller in rate limits and idempotency keys. */
export function nameOf(caller: Principal | ChannelPrincipal) {
  return caller.kind === 'session' ? `agent ${caller.agentId}` : `${caller.kind} ${caller.id}`;
}
