import { randomBytes } from 'node:crypto';
import type { api } from '@parley/contract';
import type { Before, Context, InWidget, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { checkAddress } from '../../../kernel/http/outside-addresses.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as agents from '../../account/agents/index.ts';
import * as operators from '../operators/index.ts';
import { raiseRevision } from '../settings/index.ts';
import * as store from './store.ts';

const MOST = 100;

export const { exists } = store;

export function list(ctx: Context<Read>, query: Query<typeof api.externalOperators.list, 'cursor' | 'limit'>) {
  return paged(ctx, query, {
    position: ({ operator_id }: store.Operator) => [operator_id],
    read: ([before], limit) => store.list(ctx, { ...(before && { before }), limit }),
    item: (row) => row,
  });
}

/** How to call an operator, as a link of the provider `webhook`: its id is the operator's, below zero. */
export async function findLink(ctx: InWidget<Read>, agentId: number) {
  const found = await store.findSealed(ctx, agentId);
  if (!found) return undefined;
  const open = (column: 'api_key' | 'secret', sealed: string) =>
    ctx.vault.open(sealed, store.sealContextOf(ctx.widgetId, agentId, column));
  return {
    id: -agentId,
    provider: 'webhook' as const,
    model: null,
    embeddingModel: null,
    baseUrl: found.url,
    apiKey: found.api_key === null ? null : open('api_key', found.api_key),
    signingSecret: open('secret', found.secret),
    priceInput: null,
    priceOutput: null,
  };
}

export async function get(ctx: InWidget<Read>, publicId: string) {
  const operator = await store.find(ctx, publicId);
  if (!operator) throw problem('not_found');
  return operator;
}

type Member = 'name' | 'name_i18n' | 'url' | 'events' | 'api_key' | 'secret' | 'show_in_header';

export async function create(
  ctx: Before<Context<Read>>,
  {
    name,
    name_i18n,
    url,
    events,
    api_key = null,
    secret,
    show_in_header,
  }: Body<typeof api.externalOperators.create, Member>,
) {
  const names = operators.toNames({ name, ...(name_i18n !== undefined && { name_i18n }) });
  requireMessages(events);
  await checkAddress(ctx, 'url', url);
  return async (inside: Context) => {
    store.lockAll(inside);
    if ((await store.count(inside)) >= MOST) throw problem('limit_reached');
    const agentId = await agents.createOperator(inside, { type: 'webhook', status: 'active', show_in_header });
    await operators.insertNames(inside, agentId, names);
    const [plain, publicId] = [secret ?? newSecret(), `xop_${randomBytes(16).toString('hex')}`];
    const sealed = { secret: seal(inside, agentId, 'secret', plain), api_key: sealKey(inside, agentId, api_key) };
    await store.insert(inside, { agent_id: agentId, public_id: publicId, url, events, ...sealed });
    operators.publishAgent(inside, agentId, 'active');
    raiseRevision(inside);
    inside.audit({ id: publicId });
    return { ...(await get(inside, publicId)), secret: plain };
  };
}

export async function update(
  ctx: Before<Context<Read>>,
  publicId: string,
  { name, name_i18n, url, events, api_key, secret, show_in_header }: Body<typeof api.externalOperators.update, Member>,
) {
  const names = operators.toNames({
    ...(name !== undefined && { name }),
    ...(name_i18n !== undefined && { name_i18n }),
  });
  if (events) requireMessages(events);
  if (url !== undefined) await checkAddress(ctx, 'url', url);
  return async (inside: Context) => {
    const { agent_id: agentId, url: oldUrl } = await getLocked(inside, publicId);
    if (Object.keys(names).length) await operators.updateNames(inside, agentId, names);
    if (show_in_header !== undefined) await agents.setShownInHeader(inside, agentId, show_in_header);
    await store.update(inside, agentId, {
      ...(events && { events }),
      ...(api_key !== undefined && { api_key: sealKey(inside, agentId, api_key) }),
      ...(url !== undefined && url !== oldUrl && { url, ...UNTESTED }),
      ...(secret !== undefined && { secret: seal(inside, agentId, 'secret', secret), ...UNTESTED }),
    });
    raiseRevision(inside);
    return get(inside, publicId);
  };
}

/** What a new URL or secret makes of an operator: it answers again once it was tested. */
const UNTESTED = { state: 'draft', tested_at: null } as const;

/** Takes effect at once. */
export async function rotateSecret(ctx: Context, publicId: string) {
  const { agent_id: agentId } = await getLocked(ctx, publicId);
  const secret = newSecret();
  await store.update(ctx, agentId, { secret: seal(ctx, agentId, 'secret', secret), ...UNTESTED });
  raiseRevision(ctx);
  return { ...(await get(ctx, publicId)), secret };
}

/** Its agent stays for the messages it wrote. */
export async function remove(ctx: Context, publicId: string) {
  const { agent_id: agentId } = await getLocked(ctx, publicId);
  await agents.setStatus(ctx, agentId, 'banned');
  if (await agents.markRemoved(ctx, agentId)) agents.record(ctx, agentId, 'removed');
  operators.publishAgent(ctx, agentId, 'banned');
  await removeOfAgent(ctx, agentId);
}

/** For an agent that is removed. */
export async function removeOfAgent(ctx: InWidget, agentId: number) {
  await store.remove(ctx, agentId);
  raiseRevision(ctx);
}

export async function getLocked(ctx: InWidget, publicId: string) {
  const found = await store.lock(ctx, publicId);
  if (!found) throw problem('not_found');
  return found;
}

/** One that isn't told of messages would never answer them. */
function requireMessages(events: string[]) {
  if (!events.includes('message')) throw invalid({ events: 'must include message' });
}

const newSecret = () => `xosec_${randomBytes(32).toString('base64url')}`;

const seal = ({ vault, widgetId }: InWidget, agentId: number, column: 'api_key' | 'secret', plain: string) =>
  vault.seal(plain, store.sealContextOf(widgetId, agentId, column));

const sealKey = (ctx: InWidget, agentId: number, key: string | null) =>
  key === null ? null : seal(ctx, agentId, 'api_key', key);
