import type { api } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as store from './settings/store.ts';

export async function get(ctx: Context<Read>) {
  const row = await store.find(ctx, ctx.widgetId);
  if (!row) throw problem('not_found');
  return { quick_phrases: row.quick_phrases };
}

type Phrases = Body<typeof api.widget.setQuickPhrases, 'quick_phrases'>;

export async function set(ctx: Context, { quick_phrases }: Phrases) {
  await store.lock(ctx);
  await store.update(ctx, { quick_phrases });
  return { quick_phrases };
}
