import type { Before, Context, InWidget, Read, UnitOfWork } from '../../../kernel/data/context.ts';
import { problem } from '../../../kernel/problems.ts';
import * as accounts from '../../account/accounts/index.ts';
import * as chats from '../../conversations/chats/index.ts';
import type { VendorRefusal } from '../drivers/index.ts';
import { exclusively } from './exclusive.ts';
import { register, unregister } from './registration.ts';
import { recheckSiblings } from './siblings.ts';
import type { Connection } from './store/connections.ts';
import * as store from './store/connections.ts';
import type { VendorTools } from './vendor-access.ts';

type Outside = Before<Context<Read>>;

/** Connecting, verifying and enabling need a paid plan; disconnecting never does. */
export async function requirePaidPlan(ctx: Context<Read>) {
  if ((await accounts.findPlan(ctx)).plan !== 'paid') throw problem('paid_plan_required');
}

export function rejected({ detail }: VendorRefusal) {
  const message = `is rejected by the messenger${detail ? `: ${detail}` : ''}`;
  return problem('credential_rejected', `token ${message}.`, { errors: { token: [message] } });
}

interface Tools extends VendorTools {
  unitOfWork: UnitOfWork;
}

/** Registers a stored credential again. */
export function reregister(ctx: InWidget<Read>, tools: Tools, id: number) {
  return exclusively(tools.unitOfWork, id, async () => {
    const connection = await store.find(ctx, id);
    return connection && register(ctx, tools, connection);
  });
}

/** Forgets the credential, and what the vendor sends from then on. */
export function remove(ctx: Outside, id: number) {
  return exclusively(ctx.unitOfWork, id, async () => {
    const connection = await store.find(ctx, id);
    if (!connection) return;
    await unregister(ctx, ctx, connection);
    await forget(ctx, connection);
  });
}

export async function forget(
  { unitOfWork, widgetId }: { unitOfWork: UnitOfWork; widgetId: number },
  connection: Connection,
) {
  await unitOfWork.write({}, async (work) => {
    await replace({ ...work, widgetId }, connection, FORGOTTEN);
    await recheckSiblings(work, connection);
  });
}

/** Stores another credential, or none: customers can be reached, or no longer. */
export async function replace(work: InWidget, row: Pick<Connection, 'id'>, changes: store.Changes) {
  const stored = await store.replace(work, row, changes);
  work.notify('messenger', row.id);
  await chats.publishReach(work, row.id);
  return stored;
}

const FORGOTTEN: store.Changes = {
  token: null,
  token_hash: null,
  sid: null,
  app_secret: null,
  hook_key: null,
  hook_key_hash: null,
  state: {},
  is_registered: false,
  is_primary: false,
  mode: 'none',
  reason: null,
  detail: null,
  checked_at: null,
  rejected_at: null,
  alerted_at: null,
  poll_due_at: null,
  connected_at: null,
};
