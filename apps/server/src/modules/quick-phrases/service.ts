import type { Context, Read } from '../../kernel/context.ts';
import { toPage } from '../../kernel/pages.ts';
import { invalid, problem } from '../../kernel/problems.ts';
import * as agents from '../agents/index.ts';
import * as store from './store.ts';

interface Query {
  agent_id?: number;
  cursor?: string;
  limit: number;
}

export async function list(ctx: Context<Read>, { agent_id: agentId, cursor, limit }: Query) {
  const [before] = (ctx.cursors.read(cursor) ?? []) as [number?];
  if (agentId !== undefined && !(await agents.exists(ctx, agentId))) throw problem('not_found');
  const rows = await store.list(ctx, { agentId, before, limit: limit + 1 });
  return toPage(rows, { limit, cursors: ctx.cursors, position: ({ id }) => [id], item: (row) => row });
}

export async function create(ctx: Context, phrase: { agent_id: number; name: string; phrase: string }) {
  if (!(await agents.exists(ctx, phrase.agent_id))) throw invalid({ agent_id: 'is not an agent of this widget' });
  return store.insert(ctx, phrase);
}

export async function update(ctx: Context, id: number, changes: { name?: string; phrase?: string }) {
  const phrase = await store.update(ctx, id, changes);
  if (!phrase) throw problem('not_found');
  return phrase;
}

/** A phrase is copied into a message when it is used, so nothing refers to it afterwards. */
export async function remove(ctx: Context, id: number) {
  if (!(await store.remove(ctx, id))) throw problem('not_found');
}
