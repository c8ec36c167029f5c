import { randomBytes } from 'node:crypto';
import { type api, eventNames, legacyEventNames } from '@parley/contract';
import type { Before, Context, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { checkAddress } from '../../../kernel/http/outside-addresses.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as store from './store/subscriptions.ts';

export function list(ctx: Context<Read>, query: Query<typeof api.webhooks.list, 'cursor' | 'limit'>) {
  return paged(ctx, query, {
    position: ({ id }: { id: number }) => [id],
    read: ([before], limit) => store.list(ctx, { before, limit }),
    item: (row) => row,
  });
}

export async function get(ctx: Context<Read>, id: number) {
  const subscription = await store.find(ctx, id);
  if (!subscription) throw problem('not_found');
  return subscription;
}

type NewSubscription = Body<typeof api.webhooks.create, 'url' | 'events' | 'secret' | 'is_legacy_compat'>;

export async function create(
  ctx: Before<Context<Read>>,
  { url, events, secret, is_legacy_compat = false }: NewSubscription,
) {
  requireVocabulary(events, is_legacy_compat);
  const address = await checkedAddress(ctx, url);
  return async (inside: Context) => {
    const subscription = await store.insert(inside, { url, address, events, is_legacy_compat });
    if (!subscription) throw problem('url_already_registered');
    return withSecret(inside, subscription, secret);
  };
}

type Changes = Body<typeof api.webhooks.update, keyof store.Subscription>;

export async function update(ctx: Before<Context<Read>>, id: number, changes: Changes) {
  const address = changes.url === undefined ? undefined : await checkedAddress(ctx, changes.url);
  return async (inside: Context) => {
    const known = await store.lock(inside, id);
    if (!known) throw problem('not_found');
    const { events = known.events, is_legacy_compat = known.is_legacy_compat } = changes;
    requireVocabulary(events, is_legacy_compat);
    return store.update(inside, id, { ...changes, ...(address && { address }) });
  };
}

/** Pending deliveries find no subscription and are not sent. */
export async function remove(ctx: Context, id: number) {
  if (!(await store.remove(ctx, id))) throw problem('not_found');
}

const GRACE = { hours: 24 };

/** Takes effect at once: the secret is read at the time of each attempt. */
export async function rotateSecret(
  ctx: Context,
  id: number,
  { secret, grace }: Body<typeof api.webhooks.rotateSecret, 'secret' | 'grace'>,
) {
  const known = await store.lockSecret(ctx, id);
  if (!known) throw problem('not_found');
  await store.update(ctx, id, grace && known.secret !== null ? previousOf(ctx, id, known.secret) : NO_PREVIOUS);
  return withSecret(ctx, await get(ctx, id), secret);
}

const NO_PREVIOUS = { previous_secret: null, previous_secret_until: null };

/** The sealed secret, sealed for the other column. */
function previousOf({ vault, widgetId, now }: Context, id: number, sealed: string) {
  const secret = vault.open(sealed, store.sealContextOf(widgetId, id));
  return {
    previous_secret: vault.seal(secret, store.sealContextOf(widgetId, id, 'previous_secret')),
    previous_secret_until: now.add(GRACE).toString(),
  };
}

async function withSecret(ctx: Context, subscription: store.Subscription, chosen?: string) {
  const secret = chosen ?? `whsec_${randomBytes(32).toString('base64url')}`;
  const sealed = ctx.vault.seal(secret, store.sealContextOf(ctx.widgetId, subscription.id));
  return { ...(await store.update(ctx, subscription.id, { secret: sealed })), secret };
}

/** A subscription uses one vocabulary: native or legacy. */
function requireVocabulary(events: string[], isLegacy: boolean) {
  const known: readonly string[] = isLegacy ? legacyEventNames : eventNames;
  const unknown = events.filter((name) => !known.includes(name));
  if (!unknown.length) return;
  const vocabulary = isLegacy ? 'with is_legacy_compat' : 'without is_legacy_compat';
  throw invalid({
    events: `must not include ${unknown.join(', ')}. A subscription ${vocabulary} can have ${known.join(', ')}`,
  });
}

/** The normalised URL, once it is known to be public. */
async function checkedAddress(ctx: Before<Context<Read>>, url: string) {
  await checkAddress(ctx, 'url', url);
  const address = new URL(url);
  address.hash = '';
  return address.href;
}
