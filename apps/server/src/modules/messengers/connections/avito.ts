import { createHash, randomBytes } from 'node:crypto';
import type { dashboard } from '@parley/contract';
import type { Before, InWidget, Read, SessionContext } from '../../../kernel/data/context.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { Problem, problem } from '../../../kernel/problems.ts';
import * as accounts from '../../account/accounts/index.ts';
import { avitoPage, driverOf, exchangeCode, refusalIn } from '../drivers/index.ts';
import { hasFreeSlot } from './cabinets.ts';
import { exclusively } from './exclusive.ts';
import { replace } from './lifecycle.ts';
import { register } from './registration.ts';
import { seal, sealHookKey } from './secrets.ts';
import * as store from './store/connections.ts';
import * as visits from './store/visits.ts';
import { lineOf } from './vendor-access.ts';

type Outside = Before<SessionContext<Read>>;

const VISIT = { minutes: 10 };

/** Avito grants access on a page of its own, which comes back to `finish`. */
export async function start(ctx: Outside) {
  const { avito: application } = ctx.messengers;
  if (!application) throw problem('avito_not_configured');
  if ((await accounts.findPlan(ctx)).plan !== 'paid') throw problem('paid_plan_required');
  const state = randomBytes(32).toString('base64url');
  return async (inside: SessionContext) => {
    const expiresAt = inside.now.add(VISIT).toString();
    await visits.insertVisit(inside, { hash: hashOf(state), userId: inside.principal.userId, expiresAt });
    const { access } = lineOf(ctx, ctx, { provider: 'avito', token: '', sid: null, appSecret: null, url: null });
    return { url: avitoPage(access.hosts, { clientId: application.clientId, state }) };
  };
}

const hashOf = (state: string) => createHash('sha256').update(state).digest();

type Answer = Query<
  typeof dashboard.avitoConnection.finish,
  'state' | 'code' | 'error' | 'error_description' | 'scope'
>;

/** Back to the console, with the cabinet or the reason why there is none. */
export async function finish(ctx: Outside, answer: Answer) {
  const result = await connect(ctx, answer).catch((error) => {
    if (!(error instanceof Problem)) throw error;
    return { error: error.code };
  });
  return async (inside: SessionContext) => {
    if ('error' in result) return `${SETTINGS}?error=${result.error}`;
    inside.audit({ action: 'messenger.connected', id: result.id, name: result.name });
    return `${SETTINGS}?cabinet=${result.id}`;
  };
}

const SETTINGS = '/app/settings/messengers';

async function connect(ctx: Outside, { state, code, error }: Answer) {
  const { avito: application } = ctx.messengers;
  if (!application) throw problem('avito_not_configured');
  const isTheirs = await ctx.unitOfWork.write({}, (work) =>
    visits.takeVisit({ ...work, widgetId: ctx.widgetId }, { hash: hashOf(state ?? ''), userId: ctx.principal.userId }),
  );
  if (!isTheirs) return { error: 'state_invalid' };
  if (error !== undefined || code === undefined) return { error: 'access_denied' };
  if ((await accounts.findPlan(ctx)).plan !== 'paid') throw problem('paid_plan_required');
  try {
    return await storeCabinet(ctx, { ...application, code });
  } catch (failure) {
    throw problem('upstream_failed', refusalIn(failure).detail ?? undefined);
  }
}

async function storeCabinet(
  ctx: Outside,
  { clientId, clientSecret, code }: { clientId: string; clientSecret: string; code: string },
) {
  const credential = { provider: 'avito' as const, token: '', sid: clientId, appSecret: clientSecret, url: null };
  const { token } = await exchangeCode(lineOf(ctx, ctx, credential).access, code);
  const identity = await driverOf({ provider: 'avito' }).identify?.(lineOf(ctx, ctx, { ...credential, token }).access);
  if (!identity) throw problem('upstream_failed');
  const { account, link } = identity;
  if (await store.isTaken(ctx, 'avito', account.id)) throw problem('messenger_taken');
  const slot = { widgetId: ctx.widgetId, provider: 'avito' as const, slot: account.id, at: ctx.now.toString() };
  const row = await store.ensure(ctx.unitOfWork.autocommit, slot);
  return exclusively(ctx.unitOfWork, row.id, async () => {
    const stored = await ctx.unitOfWork.write({}, (work) =>
      write({ ...work, widgetId: ctx.widgetId }, { row, token, account, link, accountId: ctx.accountId }),
    );
    if (stored.status === 'enabled') await register(ctx, ctx, stored);
    return { id: row.id, name: account.name };
  });
}

interface NewCabinet {
  row: { id: number; widget_id: number };
  token: string;
  account: store.Connection['account'] & object;
  link: string | null;
  accountId: number;
}

/** A cabinet that is connected again keeps its status; a new one is enabled if a slot is free. */
async function write(work: InWidget, { row, token, account, link, accountId }: NewCabinet) {
  const known = await store.find(work, row.id);
  const status = known?.status ?? ((await hasFreeSlot(work, accountId)) ? 'enabled' : 'disabled');
  return replace(work, row, {
    ...seal(work.vault, row, { token }),
    ...(!known && sealHookKey(work.vault, row)),
    account,
    account_id: account.id,
    link,
    status,
    rejected_at: null,
    alerted_at: null,
    connected_at: known?.connected_at ?? work.now.toString(),
  });
}
