import { visitorLive } from '@parley/contract';
import type { SessionPrincipal, VisitorPrincipal } from '../auth/principal.ts';
import { readSessionCookie } from '../auth/session-cookie.ts';
import type { Room } from '../data/publications.ts';
import type { GuardOptions } from '../http/guard.ts';
import { isOfSite } from '../http/sites.ts';
import { problem } from '../problems.ts';
import { agentOf, clientOf, inboxOf, siteOf } from './rooms.ts';

/** What a client connects with. Kept, and checked again when a notice concerns it. */
export interface Credentials {
  headers: { cookie?: string; origin?: string };
  auth: Record<string, unknown>;
}

export type LivePrincipal = VisitorPrincipal | SessionPrincipal;

/** Who may connect to a namespace, and which rooms they join. */
export interface Admission<P extends LivePrincipal> {
  /** Throws the problem to refuse the client with. `connected` is who the socket was at the last check. */
  admit: (credentials: Credentials, connected?: P) => Promise<P>;
  rooms: (principal: P) => Room[];
  /** Notices after which the credentials are checked again, as `topic:subject`. */
  subjects: (principal: P) => string[];
  /** Connections with the same name are limited together. */
  nameOf: (principal: P) => string;
  maxConnections: number;
}

const VERSIONS: readonly unknown[] = visitorLive.versions;
const [OLDEST] = visitorLive.versions;
const CHAT_CHANGED =
  'The visitor has another chat now, which this protocol version cannot express. Reconnect and resume from 0.';

/** Whether an identity made the visitor another contact. */
function hasChangedContact({ contactId }: VisitorPrincipal, connected: VisitorPrincipal | undefined) {
  return connected !== undefined && connected.contactId !== null && connected.contactId !== contactId;
}

export function admitVisitors({ authenticator, isOwnOrigin }: GuardOptions): Admission<VisitorPrincipal> {
  return {
    async admit({ headers: { origin }, auth: { button_guid: guid, token, version = OLDEST } }, connected) {
      if (!VERSIONS.includes(version)) throw problem('version_unsupported');
      const site = await authenticator.site(typeof guid === 'string' ? guid : '');
      if (origin !== undefined && !isOfSite(origin, { domains: site.domains, isOwnOrigin })) {
        throw problem('domain_not_allowed');
      }
      if (token === undefined) throw problem('token_missing');
      const visitor = typeof token === 'string' ? await authenticator.visitor(token, site) : undefined;
      if (!visitor) throw problem('token_invalid');
      if (visitor.isBlocked) throw problem('visitor_blocked');
      if (version === OLDEST && hasChangedContact(visitor, connected))
        throw problem('version_unsupported', CHAT_CHANGED);
      return visitor;
    },
    rooms: ({ tenant: { widgetId }, contactId }) => [
      siteOf(widgetId),
      ...(contactId === null ? [] : [clientOf(widgetId, contactId)]),
    ],
    subjects: ({ id, contactId, tenant: { widgetId, accountId } }) => [
      `visitor:${id}`,
      ...(contactId === null ? [] : [`contact:${contactId}`]),
      `widget:${widgetId}`,
      `account:${accountId}`,
    ],
    nameOf: ({ id }) => `visitor ${id}`,
    maxConnections: 30,
  };
}

export function admitAgents({ authenticator, isOwnOrigin, publicUrl }: GuardOptions): Admission<SessionPrincipal> {
  return {
    async admit({ headers: { cookie, origin } }) {
      // A browser sends the cookie from any site; only the Origin header tells which one.
      if (origin === undefined || !isOwnOrigin(origin)) throw problem('origin_not_allowed');
      const session = readSessionCookie(publicUrl(), cookie);
      if (!session) throw problem('session_required');
      const principal = await authenticator.session(session);
      if (principal.needsTwoFactor) throw problem('two_factor_required');
      return principal;
    },
    rooms: ({ agentId, tenant: { widgetId } }) => [inboxOf(widgetId), agentOf(widgetId, agentId)],
    subjects: ({ hash, userId, agentId, tenant: { accountId } }) => [
      `session:${hash.toString('base64url')}`,
      `user:${userId}`,
      `agent:${agentId}`,
      `security:${accountId}`,
    ],
    nameOf: ({ agentId }) => `agent ${agentId}`,
    maxConnections: 50,
  };
}
