import { type CredentialProvider, longestBackupChain } from '@parley/contract';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { follow } from './chains.ts';
import * as store from './store.ts';

interface StoredCredential {
  id: number;
  provider: CredentialProvider;
  model: string | null;
  embeddingModel: string | null;
  /** Null: the vendor's own. */
  baseUrl: string | null;
  apiKey: string | null;
  signingSecret: string | null;
  /** US dollars a million tokens. */
  priceInput: number | null;
  priceOutput: number | null;
}

/** A credential that can be used, with its secrets. */
interface OpenCredential extends StoredCredential {
  apiKey: string;
}

interface Answering {
  assistantId: number | null;
  operatorId: number | null;
}

/**
 * The credentials to ask, in order: the oldest of the assistant, else of the operator, else of the widget, and its
 * backups. What can't be used is passed over, and its backups are followed.
 */
export async function resolveChain(ctx: InWidget<Read>, answering: Answering): Promise<OpenCredential[]> {
  const stored = await store.listSealed(ctx);
  const first = findFirst(stored, answering);
  if (!first) return [];
  const chain = follow(stored, first.id).slice(0, 1 + longestBackupChain);
  return chain.flatMap((credential) => {
    const { apiKey, ...rest } = open(ctx, credential);
    return credential.usable && apiKey !== null ? [{ ...rest, apiKey }] : [];
  });
}

/** A credential that embeds texts. */
type EmbeddingCredential = OpenCredential & { embeddingModel: string };

/**
 * The credentials to embed with, in order: those of the widget, else of its enabled assistants, the default one first. The
 * first that can embed decides the model; others serve only with the same one, since vectors of two can't be compared.
 */
export async function resolveEmbedding(ctx: InWidget<Read>): Promise<EmbeddingCredential[]> {
  const [stored, assistantIds] = await Promise.all([store.listSealed(ctx), store.listEnabledAssistants(ctx)]);
  const scopes = [null, ...assistantIds.map(({ id }) => id)];
  const starts = scopes.flatMap((assistantId) =>
    stored.filter((each) => each.assistant_id === assistantId && each.operator_id === null && each.usable),
  );
  const chained = starts.flatMap(({ id }) => follow(stored, id).slice(0, 1 + longestBackupChain));
  const able = [...new Set(chained)].flatMap((credential) => {
    const { apiKey, embeddingModel, ...rest } = open(ctx, credential);
    return credential.usable && apiKey !== null && embeddingModel !== null ? [{ ...rest, apiKey, embeddingModel }] : [];
  });
  return able.filter(({ embeddingModel }) => embeddingModel === able[0]?.embeddingModel);
}

function findFirst(stored: store.SealedCredential[], { assistantId, operatorId }: Answering) {
  const usable = stored.filter((each) => each.usable);
  return (
    (assistantId !== null && usable.find((each) => each.assistant_id === assistantId)) ||
    (operatorId !== null && usable.find((each) => each.operator_id === operatorId)) ||
    usable.find((each) => each.assistant_id === null && each.operator_id === null)
  );
}

/** One credential with its secrets, whether it can be used or not. */
export async function find(ctx: InWidget<Read>, id: number) {
  const found = await store.findSealed(ctx, id);
  return found && open(ctx, found);
}

function open({ vault, widgetId }: InWidget<Read>, row: store.SealedCredential): StoredCredential {
  const reveal = (column: 'api_key' | 'signing_secret') => {
    const sealed = row[column];
    return sealed === null ? null : vault.open(sealed, store.sealContextOf(widgetId, row.id, column));
  };
  return {
    id: row.id,
    provider: row.provider,
    model: row.model,
    embeddingModel: row.embedding_model,
    baseUrl: row.base_url,
    apiKey: reveal('api_key'),
    signingSecret: reveal('signing_secret'),
    priceInput: row.price_input,
    priceOutput: row.price_output,
  };
}
