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

/** Any page that the widget is on. */
export interface SitePrincipal {
  kind: 'site';
  tenant: Tenant;
  /** The site the widget is for. */
  domain: string | null;
  /** Of the served configuration. */
  revision: number;
  /** Whether scripts of the site may speak for the visitor. */
  isApiEnabled: boolean;
  /** Who is looking at it, once they have opened the chat. */
  visitor?: VisitorPrincipal;
}

/** Somebody on a site who has opened the chat. */
export interface VisitorPrincipal {
  kind: 'visitor';
  id: number;
  tenant: Tenant;
  /** Once they have written, or said who they are. */
  contactId: number | null;
  isBlocked: boolean;
  /** Whether scripts of the site may speak for them. */
  isApiEnabled: boolean;
}

/** The other side of a custom channel, which shows the channel's secret. */
export interface ChannelPrincipal {
  kind: 'channel';
  id: number;
  tenant: Tenant;
}

/** Who works in a widget. */
export type Principal = TokenPrincipal | SessionPrincipal;

export type AnyPrincipal = Principal | SitePrincipal | VisitorPrincipal | ChannelPrincipal;

/** Who calls, from what the request carries. Each throws the 401, 403 or 404 that says why not. */
export interface Authenticator {
  token: (bearer: string) => Promise<TokenPrincipal>;
  session: (cookie: string) => Promise<SessionPrincipal>;
  site: (buttonGuid: string) => Promise<SitePrincipal>;
  /** Undefined for a token that is nobody's in this widget. */
  visitor: (bearer: string, site: SitePrincipal) => Promise<VisitorPrincipal | undefined>;
  channel: (secret: string) => Promise<ChannelPrincipal>;
}

/** Names the caller where calls are counted and keys are kept apart. */
export function nameOf(caller: Principal | ChannelPrincipal) {
  return caller.kind === 'session' ? `agent ${caller.agentId}` : `${caller.kind} ${caller.id}`;
}
