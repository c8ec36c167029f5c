import type { Attempt } from '../../../infra/ai/chain.ts';
import type { Models } from '../../../infra/ai/models.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import * as alerts from '../../ai/alerts/index.ts';
import * as credentials from '../../ai/credentials/index.ts';
import * as settings from '../../ai/settings/index.ts';
import * as usage from '../../ai/usage/index.ts';
import { normalise } from './vectors.ts';

const PURPOSE = 'embedding';

/** A text as a direction of length 1. */
export interface Embedding {
  model: string;
  vector: Float32Array;
}

type Embedded =
  | { kind: 'embedded'; embeddings: Embedding[] }
  /** No credential embeds. */
  | { kind: 'missing' }
  /** No provider was called. */
  | { kind: 'over_budget' }
  | { kind: 'failed' };

/** What came of embedding texts, and what it cost. */
export type EmbeddingResult = Embedded & Accounting;

interface Accounting {
  /** Counts the calls. */
  count: (ctx: InWidget) => void;
  /** Raises alerts for those that failed. */
  raise: (ctx: InWidget) => void;
  /** Does both. */
  account: (ctx: InWidget) => void;
}

interface Texts {
  models: Models;
  texts: string[];
  /** False: a provider that keeps failing is left alone for a while, even if there is no other. */
  isRequired?: boolean;
}

/** Embeds texts with the widget's model. Rejects only when aborted. */
export async function embed(
  work: InWidget<Read>,
  { models, texts, isRequired = true }: Texts,
  signal: AbortSignal,
): Promise<EmbeddingResult> {
  const [links, budgets, spent] = await Promise.all([
    credentials.resolveEmbedding(work),
    settings.find(work),
    usage.spentToday(work, null),
  ]);
  if (!links.length) return { kind: 'missing', ...accountingOf([]) };
  if (usage.exceededBudget(budgets, spent, PURPOSE)) return { kind: 'over_budget', ...accountingOf([]) };
  const result = await models.embed(links, texts, signal, { isRequired });
  if (result.kind === 'failed') return { kind: 'failed', ...accountingOf(result.attempts) };
  const vectors = result.vectors.map(normalise);
  const { model, link, tokens, attempts } = result;
  const price = links.find(({ id }) => id === link.id)?.priceInput ?? 0;
  const accounting = accountingOf(attempts, { model, tokens, costUsdMicro: Math.round(tokens * price) });
  // A vector without a direction, or of another length than the rest, is an answer of a broken provider.
  const dimensions = vectors[0]?.length;
  const isWhole = vectors.every((vector) => vector !== undefined && vector.length === dimensions);
  if (!isWhole) return { kind: 'failed', ...accounting };
  const embeddings = vectors.flatMap((vector) => (vector ? [{ model, vector }] : []));
  return { kind: 'embedded', embeddings, ...accounting };
}

function accountingOf(
  attempts: Attempt[],
  answered?: { model: string; tokens: number; costUsdMicro: number },
): Accounting {
  const failed = attempts.filter(({ error }) => error !== null);
  const count = (ctx: InWidget) => {
    const nothing = { inputTokens: 0, outputTokens: 0, costUsdMicro: 0 };
    for (const { provider, model } of failed) {
      const name = model ?? provider;
      usage.count(ctx, { assistantId: null, purpose: PURPOSE, model: name, calls: 1, failures: 1, ...nothing });
    }
    if (!answered) return;
    const { model, tokens, costUsdMicro } = answered;
    const cost = { inputTokens: tokens, outputTokens: 0, costUsdMicro };
    usage.count(ctx, { assistantId: null, purpose: PURPOSE, model, calls: 1, failures: 0, ...cost });
  };
  const raise = (ctx: InWidget) => {
    for (const { provider, error, credential_id } of failed) {
      const subject = `credential ${credential_id}`;
      alerts.raise(ctx, { kind: 'provider_failed', subject, detail: `${provider}: ${error}`, credential_id });
    }
  };
  return {
    count,
    raise,
    account(ctx) {
      count(ctx);
      raise(ctx);
    },
  };
}

/** The credential and the model that texts are embedded with now. */
export async function findModel(work: InWidget<Read>) {
  const [link] = await credentials.resolveEmbedding(work);
  return link && { credential_id: link.id, provider: link.provider, model: link.embeddingModel };
}
