import { createHash, randomBytes } from 'node:crypto';
import type { SitePrincipal, VisitorPrincipal } from '../../../kernel/auth/principal.ts';
import { createCache } from '../../../kernel/data/cache.ts';
import type { Services } from '../../../kernel/module.ts';
import { findByHash } from './store.ts';

type Row = NonNullable<Awaited<ReturnType<typeof findByHash>>>;

const TOKEN_FORM = /^vst_[\w-]{43}$/;

/** 256 bits, known only to the visitor's browser. */
export function newToken() {
  return `vst_${randomBytes(32).toString('base64url')}`;
}

export function hashToken(token: string) {
  return createHash('sha256').update(token).digest();
}

/** Resolves a visitor token to the visitor and widget. */
export function createVisitorAuthentication({ unitOfWork, notices }: Services) {
  const find = createCache<Row>({
    notices,
    topics: ['visitor', 'contact'],
    subjects: ({ id, contact_id }) => [`visitor:${id}`, `contact:${contact_id}`],
    load: (token) => unitOfWork.read((work) => findByHash(work, hashToken(token))),
  });
  return async (token: string, { tenant, isApiEnabled }: SitePrincipal): Promise<VisitorPrincipal | undefined> => {
    const row = TOKEN_FORM.test(token) ? await find(token) : undefined;
    if (row?.widget_id !== tenant.widgetId) return undefined;
    const { id, contact_id: contactId, blocked_at } = row;
    return { kind: 'visitor', id, tenant, contactId, isBlocked: blocked_at !== null, isApiEnabled };
  };
}
