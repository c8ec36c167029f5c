import { roleScopes } from '@parley/contract';
import type { SessionPrincipal } from '../../../kernel/auth/principal.ts';
import { createCache } from '../../../kernel/data/cache.ts';
import type { UnitOfWork } from '../../../kernel/data/context.ts';
import type { Services } from '../../../kernel/module.ts';
import { problem } from '../../../kernel/problems.ts';
import { hashSession, validityFrom } from './service.ts';
import { extend, find as findSession } from './store.ts';

const SCOPES = {
  operator: new Set(roleScopes.operator),
  admin: new Set(roleScopes.admin),
  owner: new Set(roleScopes.owner),
};

/** A session's time of use is stored this often. */
const USE_MINUTES = 10;

/** Authenticates session cookies. Use extends a session. */
export function createSessionAuthentication({ unitOfWork, notices }: Services) {
  const find = createCache({
    notices,
    topics: ['session', 'user', 'agent', 'security'],
    subjects: ({ hash, userId, agentId, tenant }: SessionPrincipal) => [
      `session:${hash.toString('base64url')}`,
      `user:${userId}`,
      `agent:${agentId}`,
      `security:${tenant.accountId}`,
    ],
    load: (id) => load(unitOfWork, hashSession(id)),
  });
  return async (id: string) => {
    const principal = await find(id);
    if (!principal) throw problem('session_required');
    return principal;
  };
}

async function load(unitOfWork: UnitOfWork, hash: Buffer): Promise<SessionPrincipal | undefined> {
  const found = await unitOfWork.read(async (work) => {
    const row = await findSession(work, hash);
    const isFresh =
      row && Temporal.Instant.compare(row.last_active_at, work.now.subtract({ minutes: USE_MINUTES })) > 0;
    return row && { row, isFresh };
  });
  if (!found) return undefined;
  if (!found.isFresh) await unitOfWork.write({}, (work) => extend(work, hash, validityFrom(work.now)));
  const { row } = found;
  return {
    kind: 'session',
    hash,
    userId: row.user_id,
    agentId: row.agent_id,
    role: row.role,
    needsTwoFactor: row.two_factor_required && !row.has_totp,
    tenant: { widgetId: row.widget_id, accountId: row.account_id, buttonGuid: row.button_guid },
    scopes: SCOPES[row.role],
  };
}
