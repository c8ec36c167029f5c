import { ModelError } from '../../../infra/ai/model-error.ts';
import type { Before, Context, Read } from '../../../kernel/data/context.ts';
import { problem } from '../../../kernel/problems.ts';
import { find } from './resolution.ts';

/** What the provider offers. Its own words about a failure may quote the key, so they are never passed on. */
export async function listModels(ctx: Before<Context<Read>>, id: number) {
  const credential = await find(ctx, id);
  if (!credential) throw problem('not_found');
  const data = await ctx.models.listModels(credential, new AbortController().signal).catch((error) => {
    throw error instanceof ModelError ? problem('upstream_failed', `The provider failed: ${error.slug}.`) : error;
  });
  return async () => ({ data: data.map((model) => ({ id: model.id })) });
}
