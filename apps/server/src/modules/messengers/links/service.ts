import { createHash, randomBytes } from 'node:crypto';
import type { MessengerProvider } from '@parley/contract';
import type { InWidget } from '../../../kernel/data/context.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import { findForWidget } from '../connections/index.ts';
import { driverOf, type Vendor } from '../drivers/index.ts';
import * as store from './store.ts';

const VALID = { minutes: 15 };

const hashOf = (code: string) => createHash('sha256').update(code).digest();

interface NewLink {
  provider: MessengerProvider;
  contactNumber: number;
}

/** Creates a link into a messenger. The person who follows it is the same contact there. */
export async function create(ctx: InWidget, { provider, contactNumber }: NewLink) {
  if (provider === 'custom' || !driverOf({ provider }).link)
    throw invalid({ provider: 'has no links that carry a code' });
  const connection = await findForWidget(ctx, provider);
  if (!connection) throw problem('messenger_not_connected');
  const code = randomBytes(24).toString('base64url');
  const { account, link } = connection;
  const url = account && driverOf(connection).link?.({ account, link }, code);
  if (!url) throw problem('messenger_not_connected');
  const expiresAt = ctx.now.add(VALID).toString();
  const { expires_at } = await store.insert(ctx, { hash: hashOf(code), provider, contactNumber, expiresAt });
  return { url, expires_at };
}

/** The contact whose link it was; undefined if it is unknown, used or too old. */
export async function redeem(ctx: InWidget, { code, provider }: { code: string; provider: Vendor }) {
  const taken = await store.take(ctx, hashOf(code), provider);
  return taken && Temporal.Instant.compare(taken.expires_at, ctx.now) > 0 ? taken.contact_id : undefined;
}
