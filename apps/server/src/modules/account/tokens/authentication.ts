import type { Clock } from '../../../infra/clock.ts';
import type { TokenPrincipal } from '../../../kernel/auth/principal.ts';
import { createCache } from '../../../kernel/data/cache.ts';
import type { Services } from '../../../kernel/module.ts';
import { problem } from '../../../kernel/problems.ts';
import { hashToken, TOKEN_PATTERN } from './service.ts';
import { findByHash } from './store.ts';
import { createUsage } from './usage.ts';

type Row = NonNullable<Awaited<ReturnType<typeof findByHash>>>;

interface CachedToken {
  row: Row;
  principal: TokenPrincipal;
  expiresAtMs: number;
}

/** Authenticates bearer tokens. */
export function createTokenAuthentication(services: Services) {
  const { unitOfWork, notices, clock } = services;
  const usage = createUsage(services);
  const find = createCache<CachedToken>({
    notices,
    topics: ['token', 'widget'],
    subjects: ({ row }) => [`token:${row.id}`, `widget:${row.widget_id}`],
    // The token is the key of its entry: hashing it for every request would take longer than the lookup.
    load: async (token) => {
      const row = await unitOfWork.read((work) => findByHash(work, hashToken(token)));
      if (!row) return undefined;
      const principal = toPrincipal(row, () => usage.countRefusal(row));
      return { row, principal, expiresAtMs: toMs(row.expires_at) };
    },
  });

  return async (token: string): Promise<TokenPrincipal> => {
    if (!TOKEN_PATTERN.test(token)) throw problem('token_invalid');
    const found = await find(token);
    if (!found) throw problem('token_invalid');
    const rejection = rejectionOf(found, clock);
    if (rejection) {
      usage.countRejected(found.row);
      throw problem(rejection);
    }
    usage.countCall(found.row);
    return found.principal;
  };
}

function rejectionOf({ row, expiresAtMs }: CachedToken, clock: Clock) {
  if (row.revoked_at) return 'token_revoked';
  if (clock().epochMilliseconds >= expiresAtMs) return 'token_expired';
  return row.api_enabled ? undefined : 'api_disabled';
}

function toMs(time: string | null) {
  return time === null ? Number.POSITIVE_INFINITY : Temporal.Instant.from(time).epochMilliseconds;
}

function toPrincipal(row: Row, countRefusal: () => void): TokenPrincipal {
  return {
    kind: 'token',
    id: row.id,
    name: row.name,
    tenant: { widgetId: row.widget_id, accountId: row.account_id, buttonGuid: row.button_guid },
    scopes: new Set(row.scopes),
    expiresAt: row.expires_at,
    countRefusal,
  };
}
