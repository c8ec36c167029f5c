import type { MessengerWebhook, WebhookReason } from '@parley/contract';
import type { MessengerSettings } from '../../../infra/messenger-settings.ts';
import type { InWidget, Read, UnitOfWork } from '../../../kernel/data/context.ts';
import { type Driver, refusalIn, type State, VendorRefusal } from '../drivers/index.ts';
import { lineTo } from './renewal.ts';
import { hookOf } from './secrets.ts';
import type { Connection } from './store/connections.ts';
import * as store from './store/connections.ts';
import type { VendorTools } from './vendor-access.ts';

type Mode = MessengerWebhook['mode'];

/** How updates of a vendor come to this server. */
export function modeOf(driver: Driver, { inbound }: MessengerSettings, publicUrl: string): Mode {
  const can = (mode: Driver['modes'][number]) => driver.modes.includes(mode);
  if (can('manual')) return 'manual';
  const isReachable = inbound === 'webhook' || publicUrl.startsWith('https:');
  if (can('webhook') && isReachable && inbound !== 'polling') return 'webhook';
  if (can('polling')) return 'polling';
  return can('webhook') && isReachable ? 'webhook' : 'none';
}

/** What a registration changes about a connection. */
interface Registered {
  is_registered: boolean;
  mode: Mode;
  reason: WebhookReason | null;
  detail: string | null;
  state?: State;
  poll_position?: string | null;
}

interface Tools extends VendorTools {
  unitOfWork: UnitOfWork;
}

/** Has the vendor send its updates here, and stores whether it does. The caller holds the connection exclusively. */
export async function register(ctx: InWidget<Read>, tools: Tools, connection: Connection): Promise<Connection> {
  const result = await callVendor(ctx, tools, connection);
  return tools.unitOfWork.write({}, (work) => finish({ ...work, widgetId: ctx.widgetId }, connection, result));
}

/** A vendor that has just refused or not answered is not asked again; the watch does that. */
export async function keepRefusal(
  ctx: InWidget<Read>,
  tools: Tools,
  connection: Connection,
  refusal: VendorRefusal,
): Promise<Connection> {
  const mode = modeOf(lineTo(ctx, tools, connection).driver, tools.messengers, ctx.publicUrl);
  const result = { is_registered: false, mode, ...explain(refusal) };
  return tools.unitOfWork.write({}, (work) => finish({ ...work, widgetId: ctx.widgetId }, connection, result));
}

async function finish(work: InWidget, connection: Connection, registered: Registered) {
  const now = work.now.toString();
  const isPolled = registered.mode === 'polling' && registered.is_registered;
  const updated = await store.update(work, connection, {
    ...registered,
    checked_at: now,
    poll_due_at: isPolled ? (connection.poll_due_at ?? now) : null,
    ...rejectionOf(connection, registered.reason, now),
  });
  work.notify('messenger', connection.id);
  if (isPolled) work.wake({ kind: 'poll', destinationId: connection.id });
  return updated ?? connection;
}

/** A vendor that did not answer has said nothing about the credential. */
function rejectionOf({ rejected_at }: Connection, reason: WebhookReason | null, now: string): store.Changes {
  if (reason === 'credential_rejected') return { rejected_at: rejected_at ?? now };
  return reason === 'provider_unreachable' ? {} : { rejected_at: null, alerted_at: null };
}

/** For all calls of a registration, so that it ends before the connection is no longer held. */
const REGISTER_MS = 45_000;

async function callVendor(ctx: InWidget<Read>, tools: Tools, connection: Connection): Promise<Registered> {
  const signal = AbortSignal.timeout(REGISTER_MS);
  const { driver, access } = lineTo(ctx, tools, connection, { signal });
  const mode = modeOf(driver, tools.messengers, ctx.publicUrl);
  const hook = hookOf(ctx.vault, ctx.publicUrl, connection);
  const without = (reason: WebhookReason | null, detail: string | null = null) => ({
    is_registered: false,
    mode,
    reason,
    detail,
  });
  if (connection.status !== 'enabled') return { ...without(null), mode: 'none' };
  if (mode === 'manual') return without('manual');
  if (mode === 'none') return without('public_url_not_https');
  const registered = { is_registered: true, mode, reason: null, detail: null };
  try {
    // The credential may have said whose it is, when the vendor could not say its name.
    const identity = connection.account?.name ? undefined : await driver.identify?.(access);
    if (identity && (await store.isTaken(ctx, connection.provider, identity.account.id))) {
      return without('conflict', 'Another website is connected to this account');
    }
    if (identity) {
      const { account, link } = identity;
      await keep(ctx, tools, connection, { account, account_id: account.id, link });
    }
    const known = { ...access, account: connection.account };
    if (mode === 'polling') {
      await driver.unregister?.(known, hook);
      // Asked even if the position is known: the answer says whether the token is accepted.
      const begun = await driver.begin?.(known);
      return { ...registered, poll_position: connection.poll_position ?? begun ?? null };
    }
    const keepState = (state: State) => keep(ctx, tools, connection, { state: { ...connection.state, ...state } });
    const state = await driver.register?.(known, hook, keepState);
    if (connection.provider === 'fb' && !access.appSecret) return without('app_secret_missing');
    return { ...registered, ...(state && { state: { ...connection.state, ...state } }) };
  } catch (error) {
    return { ...without(null), ...explain(refusalIn(error)) };
  }
}

/** Commits what the hook has to know while it is being registered: the account, and what the vendor asks for. */
async function keep(
  ctx: InWidget<Read>,
  { unitOfWork }: Tools,
  connection: Connection,
  changes: Partial<Pick<Connection, 'account' | 'account_id' | 'link' | 'state'>>,
) {
  Object.assign(connection, changes);
  await unitOfWork.write({}, async (work) => {
    await store.update({ ...work, widgetId: ctx.widgetId }, connection, changes);
    work.notify('messenger', connection.id);
  });
}

/** Stores whether polls bring updates, if that has changed. */
export async function reportPolls(
  { unitOfWork }: { unitOfWork: UnitOfWork },
  connection: Connection,
  refusal: VendorRefusal | null,
) {
  const { reason, detail } = refusal ? explain(refusal) : { reason: null, detail: null };
  const is_registered = refusal === null;
  if (is_registered === connection.is_registered && reason === connection.reason) return;
  await unitOfWork.write({}, async (work) => {
    const changes = { is_registered, reason, detail, checked_at: work.now.toString() };
    await store.update({ ...work, widgetId: connection.widget_id }, connection, changes);
    work.notify('messenger', connection.id);
  });
}

/** Why a call of the vendor failed, in the words of the API. */
export function explain({ verdict, detail }: VendorRefusal): { reason: WebhookReason; detail: string | null } {
  if (verdict.kind === 'auth') return { reason: 'credential_rejected', detail };
  if (verdict.kind !== 'refused') return { reason: 'provider_unreachable', detail };
  return { reason: verdict.hookReason ?? 'provider_refused', detail };
}

const UNREGISTER_MS = 3_000;

/** Tells the vendor to stop. It may be away, or not know the credential any more: nothing that it does prevents anything. */
export async function unregister(ctx: InWidget<Read>, tools: Tools, connection: Connection) {
  // The hook is somebody else's.
  if (connection.reason === 'conflict') return;
  const { driver, access } = lineTo(ctx, tools, connection, {
    atMostMs: UNREGISTER_MS,
    signal: AbortSignal.timeout(UNREGISTER_MS),
  });
  try {
    await driver.unregister?.(access, hookOf(ctx.vault, ctx.publicUrl, connection));
  } catch (error) {
    if (!(error instanceof VendorRefusal)) ctx.log.warn({ err: error }, 'a messenger answered in an unknown form');
  }
}
