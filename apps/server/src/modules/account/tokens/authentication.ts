import { describeError } from '../../../infra/log.ts';
import type { TokenPrincipal } from '../../../kernel/auth/principal.ts';
import { createCache } from '../../../kernel/data/cache.ts';
import type { Services } from '../../../kernel/module.ts';
import { problem } from '../../../kernel/problems.ts';
import { hashToken, TOKEN_PATTERN } from './service.ts';
import { findByHash, updateUsage } from './store.ts';

type Row = NonNullable<Awaited<ReturnType<typeof findByHash>>>;

interface CachedToken {
  row: Row;
  principal: TokenPrincipal;
  expiresAtMs: number;
}

const USAGE_MS = 30_000;

/** Authenticates bearer tokens. Last uses are written in batches, not per request. */
export function createTokenAuthentication({ unitOfWork, notices, clock, log, onClose }: Services) {
  const find = createCache<CachedToken>({
    notices,
    topics: ['token', 'widget'],
    subjects: ({ row }) => [`token:${row.id}`, `widget:${row.widget_id}`],
    // The token is the key of its entry: hashing it for every request would take longer than the lookup.
    load: async (token) => {
      const row = await unitOfWork.read((work) => findByHash(work, hashToken(token)));
      return row && { row, principal: toPrincipal(row), expiresAtMs: toMs(row.expires_at) };
    },
  });
  let used = new Map<number, number>();

  async function writeUsage() {
    if (!used.size) return;
    const batch = used;
    used = new Map();
    await unitOfWork
      .write({}, (work) => updateUsage(work, batch))
      .catch((error) =>
        log.warn({ reason: describeError(error).message }, 'the last use of tokens could not be stored'),
      );
  }
  const timer = setInterval(writeUsage, USAGE_MS);
  onClose(async () => {
    clearInterval(timer);
    await writeUsage();
  });

  return async (token: string): Promise<TokenPrincipal> => {
    if (!TOKEN_PATTERN.test(token)) throw problem('token_invalid');
    const found = await find(token);
    if (!found) throw problem('token_invalid');
    const { row, principal, expiresAtMs } = found;
    const now = clock().epochMilliseconds;
    if (row.revoked_at) throw problem('token_revoked');
    if (now >= expiresAtMs) throw problem('token_expired');
    if (!row.api_enabled) throw problem('api_disabled');
    used.set(row.id, now);
    return principal;
  };
}

function toMs(time: string | null) {
  return time === null ? Number.POSITIVE_INFINITY : Temporal.Instant.from(time).epochMilliseconds;
}

function toPrincipal(row: Row): TokenPrincipal {
  return {
    kind: 'token',
    id: row.id,
    name: row.name,
    tenant: { widgetId: row.widget_id, accountId: row.account_id, buttonGuid: row.button_guid },
    scopes: new Set(row.scopes),
    expiresAt: row.expires_at,
  };
}
