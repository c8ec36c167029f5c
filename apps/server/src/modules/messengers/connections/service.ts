import { type api, type MessengerProvider, messengerProviders } from '@parley/contract';
import type { Before, Context, InWidget, Read } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as channels from '../../outside/channels/index.ts';
import { driverOf, type Identity, refusalIn, type Vendor, type VendorRefusal } from '../drivers/index.ts';
import {
  accountIdIn,
  type GivenCredential,
  type GivenMembers,
  isTwilio,
  readCredential,
  requireWritable,
} from './credentials.ts';
import { exclusively } from './exclusive.ts';
import { rejected, remove, replace, requirePaidPlan, reregister } from './lifecycle.ts';
import { keepRefusal, register, unregister } from './registration.ts';
import { hashToken, hookOf, seal, sealHookKey } from './secrets.ts';
import { linkOf, toCustom, toMessenger } from './serialize.ts';
import { recheckSiblings } from './siblings.ts';
import type { Connection } from './store/connections.ts';
import * as store from './store/connections.ts';
import { lineOf } from './vendor-access.ts';

/** All eleven, in the order of the specification. */
export async function list(ctx: Context<Read>) {
  const [connections, custom] = await Promise.all([store.listConnected(ctx), channels.findWithReplies(ctx)]);
  const data = messengerProviders.map((provider) => {
    if (provider === 'custom') return toCustom(custom?.created_at);
    return toMessenger(provider, choose(provider, connections));
  });
  return { data, next_cursor: null };
}

/** Of VK's communities, the primary speaks for the messenger. */
function choose(provider: MessengerProvider, connections: Connection[]) {
  const own = connections.filter((each) => each.provider === provider);
  return own.find(({ is_primary }) => is_primary) ?? own[0];
}

export async function get(ctx: Context<Read>, provider: MessengerProvider) {
  if (provider === 'custom') return toCustom((await channels.findWithReplies(ctx))?.created_at);
  return toMessenger(provider, choose(provider, await store.listOfProvider(ctx, provider)));
}

type Outside = Before<Context<Read>>;

/**
 * Stores the credential, then has the vendor send its updates here. A process that dies between the two leaves a connection
 * that is not registered, which the watch mends.
 */
export async function connect(
  ctx: Outside,
  provider: MessengerProvider,
  body: Body<typeof api.messengers.connect, keyof GivenMembers>,
) {
  const writable = requireWritable(provider);
  const credential = await readCredential(ctx, writable, body);
  await requirePaidPlan(ctx);
  const { identity, refusal } = await identify(ctx, credential);
  const accountId = identity?.account.id ?? accountIdIn(credential) ?? null;
  if (await isTaken(ctx, credential, accountId)) throw problem('messenger_taken');
  const row = await store.ensure(ctx.unitOfWork.autocommit, slotOf(ctx, writable));
  const before = await get(ctx, provider);
  const connected = await exclusively(ctx.unitOfWork, row.id, async () => {
    const replaced = await store.find(ctx, row.id);
    const stored = await write(ctx, row, { credential, identity, accountId });
    // Of the same account too: some vendors have several hooks, and would go on sending to the old address.
    if (replaced) await unregister(ctx, ctx, replaced);
    return refusal ? keepRefusal(ctx, ctx, stored, refusal) : register(ctx, ctx, stored);
  });
  return async (inside: Context) => {
    const after = toMessenger(provider, (await store.find(inside, connected.id)) ?? connected);
    inside.audit({ id: provider, name: provider, before, after });
    return after;
  };
}

/** The token stands for the account where the vendor names none. */
function isTaken(ctx: Outside, { provider, token }: GivenCredential, accountId: string | null) {
  if (accountId !== null) return store.isTaken(ctx, provider, accountId);
  const isNamed = driverOf({ provider }).identify !== undefined;
  return !isNamed && store.isTokenTaken(ctx, provider, hashToken(ctx.vault, token));
}

const slotOf = ({ widgetId, now }: Outside, provider: GivenCredential['provider'], slot = '') => ({
  widgetId,
  provider,
  slot,
  at: now.toString(),
});

/**
 * Asks whose credential it is. Where the specification wants a probe, one that is rejected is not stored; every other
 * failure is told in `webhook`.
 */
async function identify(
  ctx: Outside,
  credential: GivenCredential,
): Promise<{ identity?: Identity; refusal?: VendorRefusal }> {
  const { driver, access } = lineOf(ctx, ctx, credential);
  try {
    return { identity: await driver.identify?.(access) };
  } catch (error) {
    const refusal = refusalIn(error);
    if (driver.isProbed && refusal.verdict.kind === 'auth') throw rejected(refusal);
    return { refusal };
  }
}

interface NewCredential {
  credential: GivenCredential;
  identity: Identity | undefined;
  accountId: string | null;
}

async function write(
  ctx: Outside,
  row: { id: number; widget_id: number },
  { credential, identity, accountId }: NewCredential,
) {
  const { sid, appSecret: app_secret, token, url } = credential;
  return ctx.unitOfWork.write({}, async (work) => {
    const inside = { ...work, widgetId: ctx.widgetId };
    const known = await store.find(inside, row.id);
    if (known) await recheckSiblings(work, known);
    return replace(inside, row, {
      ...seal(work.vault, row, { token, sid, app_secret }),
      ...sealHookKey(work.vault, row),
      account: identity?.account ?? (accountId === null ? null : { id: accountId, name: null, username: null }),
      account_id: accountId,
      is_twilio: isTwilio(sid),
      url,
      link: identity?.link ?? null,
      state: {},
      is_registered: false,
      mode: 'none',
      reason: null,
      detail: null,
      checked_at: null,
      rejected_at: null,
      alerted_at: null,
      poll_due_at: null,
      ...(known?.account_id !== accountId && { poll_position: null }),
      connected_at: known?.connected_at ?? work.now.toString(),
    });
  });
}

/** Registers the stored credential again, with the same hook. */
export async function verify(ctx: Outside, provider: MessengerProvider) {
  if (provider === 'custom') throw problem('provider_not_writable');
  await requirePaidPlan(ctx);
  const connections = await store.listOfProvider(ctx, provider);
  if (!connections.length) throw problem('messenger_not_connected');
  await Promise.all(connections.map(({ id }) => reregister(ctx, ctx, id)));
  return async (inside: Context) => {
    inside.audit({ id: provider, name: provider });
    return get(inside, provider);
  };
}

/** Nothing that the vendor does can prevent it. */
export async function disconnect(ctx: Outside, provider: MessengerProvider) {
  if (provider === 'custom') return disconnectCustom;
  const connections = await store.listOfProvider(ctx, provider);
  if (!connections.length) throw problem('not_found');
  await Promise.all(connections.map(({ id }) => remove(ctx, id)));
  return async (inside: Context) => inside.audit({ id: provider, name: provider });
}

async function disconnectCustom(inside: Context) {
  if (!(await channels.deactivateAll(inside))) throw problem('not_found');
  inside.audit({ id: 'custom', name: 'custom' });
}

/** Where the vendor sends updates; a secret, which no route shows. */
export async function findHookUrl(ctx: InWidget<Read>, provider: Vendor) {
  const connection = await store.findForWidget(ctx, provider);
  return connection && hookOf(ctx.vault, ctx.publicUrl, connection).url;
}

/** Where visitors can write instead of in the widget. */
export async function listLinks(ctx: InWidget<Read>) {
  const connections = await store.listConnected(ctx);
  return messengerProviders.flatMap((provider) => {
    const chosen = choose(provider, connections);
    const link = chosen && linkOf(chosen);
    return link ? { provider, link } : [];
  });
}
