import type { api } from '@parley/contract';
import type { Before, Context, Read } from '../../../kernel/data/context.ts';
import type { Query } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import { embedRequired } from '../embedding/index.ts';
import { find } from './find.ts';
import { isOperator } from './store/rules.ts';

type SearchQuery = Query<typeof api.kb.search, 'q' | 'limit' | 'operator_id'>;

/** The question is embedded outside the transaction, which counts what that cost. */
export async function search(ctx: Before<Context<Read>>, { q: text, limit, operator_id: operatorId }: SearchQuery) {
  const began = performance.now();
  if (operatorId !== undefined && !(await isOperator(ctx, operatorId))) throw problem('not_found');
  const { embedding, account } = await embedRequired(ctx, text);
  const found = await find(ctx, { text, embedding, operatorId: operatorId ?? null, limit });
  const hits = found.map(({ token_count: _, ...hit }) => hit);
  return async (inside: Context) => {
    account(inside);
    return { hits, mode: 'hybrid' as const, took_ms: Math.round(performance.now() - began) };
  };
}
