import type { api } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as agents from '../../account/agents/index.ts';
import * as store from './store.ts';

type PhraseQuery = Query<typeof api.quickPhrases.list, 'agent_id' | 'cursor' | 'limit'>;
type NewPhrase = Body<typeof api.quickPhrases.create, 'agent_id' | 'name' | 'phrase'>;
type Changes = Body<typeof api.quickPhrases.update, 'name' | 'phrase'>;

export function list(ctx: Context<Read>, { agent_id: agentId, ...query }: PhraseQuery) {
  return paged(ctx, query, {
    position: ({ id }: { id: number }) => [id],
    read: async ([before], limit) => {
      if (agentId !== undefined && !(await agents.exists(ctx, agentId))) throw problem('not_found');
      return store.list(ctx, { agentId, before, limit });
    },
    item: (row) => row,
  });
}

export async function create(ctx: Context, phrase: NewPhrase) {
  if (!(await agents.exists(ctx, phrase.agent_id))) throw invalid({ agent_id: 'is not an agent of this widget' });
  return store.insert(ctx, phrase);
}

export async function update(ctx: Context, id: number, changes: Changes) {
  const before = await store.lock(ctx, id);
  const phrase = await store.update(ctx, id, changes);
  if (!phrase) throw problem('not_found');
  ctx.audit({ name: phrase.name, before, after: phrase });
  return phrase;
}

/** A phrase is copied into a message when it is used, so nothing refers to it afterwards. */
export async function remove(ctx: Context, id: number) {
  const removed = await store.remove(ctx, id);
  if (!removed) throw problem('not_found');
  ctx.audit({ name: removed.name, before: removed });
}
