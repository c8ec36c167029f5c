import { and, desc, eq, lt } from 'drizzle-orm';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import type { Context, Read } from '../../../kernel/data/context.ts';
import { quickPhrases } from './tables.ts';

const columns = {
  id: quickPhrases.id,
  agent_id: quickPhrases.agent_id,
  name: quickPhrases.name,
  phrase: quickPhrases.phrase,
};

const inWidget = ({ widgetId }: Context<Read>) => eq(quickPhrases.widget_id, widgetId);
const byId = (ctx: Context, id: number) => and(inWidget(ctx), eq(quickPhrases.id, id));

interface Filter {
  agentId: number | undefined;
  before: number | undefined;
  limit: number;
}

export function list(ctx: Context<Read>, { agentId, before, limit }: Filter) {
  const ofAgent = agentId === undefined ? undefined : eq(quickPhrases.agent_id, agentId);
  const older = before === undefined ? undefined : lt(quickPhrases.id, before);
  return ctx.db
    .select(columns)
    .from(quickPhrases)
    .where(and(inWidget(ctx), ofAgent, older))
    .orderBy(desc(quickPhrases.id))
    .limit(limit);
}

export async function insert(ctx: Context, phrase: { agent_id: number; name: string; phrase: string }) {
  const rows = await ctx.db
    .insert(quickPhrases)
    .values({ widget_id: ctx.widgetId, ...phrase })
    .returning(columns);
  return onlyRow(rows);
}

/** As it is until this write ends. */
export async function lock(ctx: Context, id: number) {
  const [found] = await ctx.db.select(columns).from(quickPhrases).where(byId(ctx, id)).for('no key update');
  return found;
}

export async function update(ctx: Context, id: number, changes: { name?: string; phrase?: string }) {
  const [updated] = await ctx.db.update(quickPhrases).set(changes).where(byId(ctx, id)).returning(columns);
  return updated;
}

export async function remove(ctx: Context, id: number) {
  const [removed] = await ctx.db.delete(quickPhrases).where(byId(ctx, id)).returning(columns);
  return removed;
}
