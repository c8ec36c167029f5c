import { visitorLive } from '@parley/contract';
import type { GuardOptions } from '../auth/guard.ts';
import type { SessionPrincipal, VisitorPrincipal } from '../auth/principal.ts';
import { readSessionCookie } from '../auth/session-cookie.ts';
import { problem } from '../http/problems.ts';
import { isOfSite } from '../http/sites.ts';
import { agentOf, clientOf, inboxOf, type Room, siteOf } from './rooms.ts';

/** What somebody shows who wants to connect. It is looked at again whenever it may have lost its worth. */
export interface Credentials {
  headers: { cookie?: string; origin?: string };
  auth: Record<string, unknown>;
}

/** How the sockets of a namespace get in, and what they hear. */
export interface Admission<P extends VisitorPrincipal | SessionPrincipal> {
  /** Throws the problem that says why not; who is let in already is known. */
  admit: (given: Credentials, known?: P) => Promise<P>;
  rooms: (principal: P) => Room[];
  /** Notices after which the credentials are looked at again, as `topic:subject`. */
  subjects: (principal: P) => string[];
  /** Whose connections are counted together. */
  nameOf: (principal: P) => string;
  mostConnections: number;
}

const VERSIONS: readonly unknown[] = visitorLive.versions;
const [OLDEST] = visitorLive.versions;
const CHAT_CHANGED =
  'The visitor has another chat now, which this protocol version cannot express. Reconnect and resume from 0.';

/** The site has said who they are, and they are not who they were. */
function isSomebodyElse({ contactId }: VisitorPrincipal, known: VisitorPrincipal | undefined) {
  return known !== undefined && known.contactId !== null && known.contactId !== contactId;
}

export function admitVisitors({ authenticator, isOwnOrigin }: GuardOptions): Admission<VisitorPrincipal> {
  return {
    async admit({ headers: { origin }, auth: { button_guid: guid, token, version = OLDEST } }, known) {
      if (!VERSIONS.includes(version)) throw problem('version_unsupported');
      const site = await authenticator.site(typeof guid === 'string' ? guid : '');
      if (origin !== undefined && !isOfSite(origin, { domain: site.domain, isOwnOrigin })) {
        throw problem('domain_not_allowed');
      }
      if (token === undefined) throw problem('token_missing');
      const visitor = typeof token === 'string' ? await authenticator.visitor(token, site) : undefined;
      if (!visitor) throw problem('token_invalid');
      if (visitor.isBlocked) throw problem('visitor_blocked');
      if (version === OLDEST && isSomebodyElse(visitor, known)) throw problem('version_unsupported', CHAT_CHANGED);
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
    mostConnections: 30,
  };
}

export function admitAgents({ authenticator, isOwnOrigin, publicUrl }: GuardOptions): Admission<SessionPrincipal> {
  return {
    async admit({ headers: { cookie, origin } }) {
      // A browser sends the cookie from any site; only its own word says which one it was.
      if (origin === undefined || !isOwnOrigin(origin)) throw problem('origin_not_allowed');
      const session = readSessionCookie(publicUrl(), cookie);
      if (!session) throw problem('session_required');
      return authenticator.session(session);
    },
    rooms: ({ agentId, tenant: { widgetId } }) => [inboxOf(widgetId), agentOf(widgetId, agentId)],
    subjects: ({ hash, userId, agentId }) => [
      `session:${hash.toString('base64url')}`,
      `user:${userId}`,
      `agent:${agentId}`,
    ],
    nameOf: ({ agentId }) => `agent ${agentId}`,
    mostConnections: 50,
  };
}
