import type { AiCredential, api, CredentialProvider } from '@parley/contract';
import type { Before, Context, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { checkAddress } from '../../../kernel/http/outside-addresses.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import { raiseRevision } from '../settings/index.ts';
import { areChainsValid, toBackupChain } from './chains.ts';
import * as store from './store.ts';

const MOST = 100;

/** Addresses of the vendors; other providers are called at `base_url`. */
const ENDPOINTS: Partial<Record<CredentialProvider, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

/** The others make no embeddings. */
const EMBEDDING_MODELS: Partial<Record<CredentialProvider, string>> = {
  generic_compatible: 'text-embedding-3-small',
  openai: 'text-embedding-3-small',
  google: 'gemini-embedding-001',
};

export async function list(ctx: Context<Read>, query: Query<typeof api.aiCredentials.list, 'cursor' | 'limit'>) {
  const links = await store.listLinks(ctx);
  return paged(ctx, query, {
    position: ({ id }: store.Credential) => [id],
    read: ([before], limit) => store.list(ctx, { ...(before && { before }), limit }),
    item: (row) => toCredential(row, links),
  });
}

export async function get(ctx: Context<Read>, id: number) {
  const credential = await store.find(ctx, id);
  if (!credential) throw problem('not_found');
  return toCredential(credential, await store.listLinks(ctx));
}

function toCredential(row: store.Credential, links: store.Link[]): AiCredential {
  const scope = row.assistant_id !== null ? 'assistant' : row.operator_id !== null ? 'operator' : 'widget';
  return {
    ...row,
    scope,
    endpoint: row.base_url ?? ENDPOINTS[row.provider] ?? null,
    backup_chain: toBackupChain(links, row.backup_credential_id),
  };
}

type NewCredential = Body<
  typeof api.aiCredentials.create,
  'provider' | 'api_key' | 'signing_secret' | keyof store.Settings
>;

export async function create(
  ctx: Before<Context<Read>>,
  { provider, api_key, signing_secret = null, ...settings }: NewCredential,
) {
  const embedding_model = EMBEDDING_MODELS[provider] ?? null;
  const credential = { provider, embedding_model, ...settings };
  requireFitting(credential);
  requireSecret(provider, signing_secret);
  if (settings.base_url) await checkAddress(ctx, 'base_url', settings.base_url);
  return async (inside: Context) => {
    store.lockAll(inside);
    if ((await store.count(inside)) >= MOST) throw problem('limit_reached');
    await requireKnown(inside, settings);
    const id = await store.insert(inside, credential);
    await store.update(inside, id, seal(inside, id, { api_key, signing_secret }));
    await requireChains(inside, settings);
    return finish(inside, id);
  };
}

type Changes = Body<typeof api.aiCredentials.update, keyof store.Secrets | keyof store.Settings>;

export async function update(
  ctx: Before<Context<Read>>,
  id: number,
  { api_key, signing_secret, ...settings }: Changes,
) {
  if (settings.base_url) await checkAddress(ctx, 'base_url', settings.base_url);
  return async (inside: Context) => {
    store.lockAll(inside);
    const known = await store.find(inside, id);
    if (!known) throw problem('not_found');
    requireFitting({ ...known, ...settings });
    if (signing_secret !== undefined) requireSecret(known.provider, signing_secret);
    await requireKnown(inside, settings);
    await store.update(inside, id, { ...settings, ...seal(inside, id, { api_key, signing_secret }) });
    await requireChains(inside, settings);
    return finish(inside, id);
  };
}

async function finish(ctx: Context, id: number) {
  raiseRevision(ctx);
  const credential = await get(ctx, id);
  ctx.audit({ id, name: credential.model ? `${credential.provider}, ${credential.model}` : credential.provider });
  return credential;
}

type Given<Names extends string> = { [Name in Names]?: string | null | undefined };

/** Secrets as they are stored; those not given stay as they are. */
function seal(ctx: Context, id: number, secrets: Given<'api_key' | 'signing_secret'>): store.Secrets {
  const sealed: store.Secrets = {};
  for (const column of ['api_key', 'signing_secret'] as const) {
    const plain = secrets[column];
    if (plain === undefined) continue;
    sealed[column] = plain === null ? null : ctx.vault.seal(plain, store.sealContextOf(ctx.widgetId, id, column));
  }
  return sealed;
}

/** What a credential must have, and can't have, by its provider and scope. */
function requireFitting({ provider, ...credential }: { provider: CredentialProvider } & store.Settings) {
  const endpoint = ENDPOINTS[provider];
  if (!endpoint && !credential.base_url) throw invalid({ base_url: `is required for ${provider}` });
  if (endpoint && credential.base_url) throw invalid({ base_url: `is not allowed for ${provider}` });
  if (credential.embedding_model && !EMBEDDING_MODELS[provider]) {
    throw invalid({ embedding_model: `is not allowed for ${provider}, which makes no embeddings` });
  }
  if (!credential.assistant_id || !credential.operator_id) return;
  const both = 'cannot be combined: a credential is for an assistant or for an operator';
  throw invalid({ assistant_id: both, operator_id: both });
}

function requireSecret(provider: CredentialProvider, secret: string | null) {
  if (provider === 'webhook' && secret === null) throw invalid({ signing_secret: 'is required for webhook' });
}

/** Deleted assistants are unknown. */
async function requireKnown(ctx: Context, { assistant_id, operator_id, backup_credential_id }: store.Settings) {
  if (assistant_id && !(await store.hasAssistant(ctx, assistant_id))) {
    throw invalid({ assistant_id: 'is not an assistant of this widget' });
  }
  if (operator_id && !(await store.hasOperator(ctx, operator_id))) {
    throw invalid({ operator_id: 'is not an AI operator of this widget' });
  }
  if (backup_credential_id && !(await store.find(ctx, backup_credential_id))) {
    throw invalid({ backup_credential_id: 'is not a credential of this widget' });
  }
}

/** A new backup may also lengthen the chains that lead here, or close a circle. */
async function requireChains(ctx: Context, { backup_credential_id }: store.Settings) {
  if (!backup_credential_id || areChainsValid(await store.listLinks(ctx))) return;
  throw invalid({ backup_credential_id: 'must not lead back to itself or make a chain of more than three backups' });
}
