import type { Before, Context, Read } from '../../../kernel/data/context.ts';
import { problem } from '../../../kernel/problems.ts';
import { type Embedding, embed } from './texts.ts';

/** Throws unless the text was embedded; what the call cost is counted in any case. */
export async function embedRequired(ctx: Before<Context<Read>>, text: string) {
  const { tenant } = ctx.principal;
  const result = await embed(ctx, { models: ctx.models, texts: [text] }, new AbortController().signal);
  if (result.kind === 'embedded') {
    const [embedding] = result.embeddings as [Embedding];
    return { embedding, account: result.account };
  }
  await ctx.unitOfWork.write({ tenant }, async (work) => result.account({ ...work, widgetId: ctx.widgetId }));
  if (result.kind === 'missing') throw problem('kb_embed_credential_missing');
  const why =
    result.kind === 'over_budget' ? 'The daily budget for texts is spent.' : 'The provider did not embed the text.';
  throw problem('kb_embed_provider_failed', why);
}
