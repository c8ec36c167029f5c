import { type Agent, type AiOperator, agentLive, type api } from '@parley/contract';
import type { Context, InWidget, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { inboxOf } from '../../../kernel/live/rooms.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as agents from '../../account/agents/index.ts';
import { readByLocale, tidy } from '../assistants/index.ts';
import { raiseRevision } from '../settings/index.ts';
import { DEFAULT_NAME } from './names.ts';
import * as store from './store.ts';

/** Names of external operators are stored with those of AI operators. */
export const { insert: insertNames, update: updateNames } = store;

const MOST = 100;

export function list(ctx: Context<Read>, query: Query<typeof api.aiOperators.list, 'cursor' | 'limit'>) {
  return paged(ctx, query, {
    position: ({ id }: store.Operator) => [id],
    read: ([before], limit) => store.list(ctx, { ...(before && { before }), limit }),
    item: toOperator,
  });
}

export async function get(ctx: InWidget<Read>, id: number) {
  const operator = await store.find(ctx, id);
  if (!operator) throw problem('not_found');
  return toOperator(operator);
}

const toOperator = (row: store.Operator): AiOperator => ({ ...row, name: row.name ?? DEFAULT_NAME });

type Member = 'assistant_id' | 'name' | 'name_i18n' | 'show_in_header' | 'status';

export async function create(
  ctx: Context,
  { assistant_id, name, name_i18n, ...agent }: Body<typeof api.aiOperators.create, Member>,
) {
  const names = toNames({ name, name_i18n });
  store.lockAll(ctx);
  if ((await store.count(ctx)) >= MOST) throw problem('limit_reached');
  await requireAssistant(ctx, assistant_id);
  const id = await agents.createOperator(ctx, { ...agent, type: 'ai' });
  await store.insert(ctx, id, { assistant_id, ...names });
  publishAgent(ctx, id, agent.status);
  raiseRevision(ctx);
  return get(ctx, id);
}

export async function update(
  ctx: Context,
  id: number,
  { assistant_id, name, name_i18n, show_in_header, status }: Body<typeof api.aiOperators.update, Member>,
) {
  const names = toNames({ name, name_i18n });
  await agents.lockStatus(ctx, id);
  const known = await get(ctx, id);
  const isRestored = known.status === 'banned' && status !== undefined && status !== 'banned';
  // The assistant of a retired operator may have been deleted.
  if (assistant_id !== undefined || isRestored) await requireAssistant(ctx, assistant_id ?? known.assistant_id);
  const changes = { ...names, ...(assistant_id !== undefined && { assistant_id }) };
  if (Object.keys(changes).length) await store.update(ctx, id, changes);
  if (show_in_header !== undefined) await agents.setShownInHeader(ctx, id, show_in_header);
  if (status !== undefined) await setStatus(ctx, id, { before: known.status, after: status });
  raiseRevision(ctx);
  return get(ctx, id);
}

/** Reversible. What it wrote stays its own. */
export async function retire(ctx: Context, id: number) {
  const before = await agents.lockStatus(ctx, id);
  await get(ctx, id);
  await setStatus(ctx, id, { before, after: 'banned' });
  raiseRevision(ctx);
}

/** Names as they are stored; those not given stay as they are. */
export function toNames({ name, name_i18n }: { name?: string | null; name_i18n?: Record<string, string> | null }) {
  return {
    ...(name !== undefined && { name: name && tidy(name) }),
    ...(name_i18n !== undefined && { name_i18n: name_i18n && readByLocale('name_i18n', name_i18n, tidy) }),
  };
}

async function requireAssistant(ctx: Context, id: number) {
  if (!(await store.lockAssistant(ctx, id))) throw invalid({ assistant_id: 'is not an assistant of this widget' });
}

interface StatusChange {
  before: Agent['status'] | undefined;
  after: Agent['status'];
}

/** Logged as for people. */
async function setStatus(ctx: Context, id: number, { before, after }: StatusChange) {
  if (before === after) return;
  await agents.setStatus(ctx, id, after);
  if (after === 'banned') agents.record(ctx, id, 'suspended');
  if (before === 'banned') agents.record(ctx, id, 'restored');
  if (after === 'relaxation') agents.record(ctx, id, 'break_started');
  if (before === 'relaxation' && after === 'active') agents.record(ctx, id, 'break_ended');
  publishAgent(ctx, id, after);
}

/** To consoles. */
export function publishAgent(ctx: InWidget, id: number, status: Agent['status']) {
  ctx.publish(agentLive.events.agent, inboxOf(ctx.widgetId), { agent: { id, status, online: false } });
}
