import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { bare, Id, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';
import { CalledUrl, SigningSecret } from '../webhooks/webhooks.ts';

export const credentialProviders = ['generic_compatible', 'openai', 'anthropic', 'google', 'webhook'] as const;
export type CredentialProvider = (typeof credentialProviders)[number];

const Provider = Type.Enum([...credentialProviders]);

/** How many credentials can follow one. */
export const longestBackupChain = 3;

/** A credential that is asked when those before it fail. */
export const BackupLink = Type.Object({
  id: Id,
  provider: Provider,
  model: nullable(Type.String()),
  is_active: Type.Boolean(),
  /** Active, with what its provider needs, and of no deleted assistant. Others are passed over. */
  usable: Type.Boolean(),
});
export type BackupLink = Static<typeof BackupLink>;

export const AiCredential = Type.Object({
  id: Id,
  provider: Provider,
  /** Where calls go: `base_url`, or the vendor's own address. */
  endpoint: nullable(Type.String()),
  base_url: nullable(Type.String()),
  model: nullable(Type.String()),
  /** For the knowledge base; null: it makes no embeddings. */
  embedding_model: nullable(Type.String()),
  is_active: Type.Boolean(),
  /** What it is for: one assistant, one AI operator, or the whole widget. */
  scope: Type.Enum(['widget', 'assistant', 'operator']),
  assistant_id: nullable(Id),
  operator_id: nullable(Id),
  has_api_key: Type.Boolean(),
  has_signing_secret: Type.Boolean(),
  /** US dollars a million tokens. */
  price_input: nullable(Type.Number()),
  price_output: nullable(Type.Number()),
  backup_credential_id: nullable(Id),
  /** In the order in which they are asked. */
  backup_chain: Type.Array(BackupLink),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type AiCredential = Static<typeof AiCredential>;

/** Models that a provider offers to a key. */
export const ModelList = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) });

/** Sent in a header. */
export const ApiKey = Type.String({ minLength: 1, maxLength: 4_096, pattern: '^[\\x21-\\x7e]+$', writeOnly: true });
const Secret = { ...SigningSecret, writeOnly: true };
const Model = Type.String({ minLength: 1, maxLength: 191, pattern: '\\S' });
const Price = Type.Number({ minimum: 0 });

const settings = {
  base_url: Type.Optional(nullable(CalledUrl)),
  model: Type.Optional(nullable(Model)),
  embedding_model: Type.Optional(nullable(Model)),
  signing_secret: Type.Optional(nullable(Secret)),
  is_active: Type.Optional(Type.Boolean()),
  assistant_id: Type.Optional(nullable(Id)),
  operator_id: Type.Optional(nullable(Id)),
  price_input: Type.Optional(nullable(Price)),
  price_output: Type.Optional(nullable(Price)),
  backup_credential_id: Type.Optional(nullable(Id)),
};

const read = { scope: 'ai:read', rate: 'read' } as const;
const write = { scope: 'ai:credentials:write', rate: 'write' } as const;
const named = { resource: 'aiCredential' } as const;

export const aiCredentials = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/ai/credentials',
    summary: 'List keys of model providers, newest first, without the keys themselves',
    query: page({}),
    replies: { 200: pageOf(AiCredential) },
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/ai/credentials',
    summary: 'Store a key of a model provider, for the widget, one assistant or one AI operator',
    key: 'required',
    body: Type.Object({ provider: Provider, api_key: ApiKey, ...settings }),
    audit: 'ai_credential.created',
    replies: { 201: one(AiCredential) },
    problems: ['limit_reached'],
  }),
  read: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/ai/credentials/{id}',
    summary: 'Retrieve a credential, without its key',
    replies: { 200: one(AiCredential) },
  }),
  update: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/ai/credentials/{id}',
    summary: 'Update a credential: replace its key, or retire it with is_active. Only the provider stays',
    key: 'required',
    body: Type.Object({ api_key: Type.Optional(nullable(ApiKey)), ...settings }, { minProperties: 1 }),
    audit: 'ai_credential.updated',
    replies: { 200: one(AiCredential) },
  }),
  listModels: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/ai/credentials/{id}/models',
    summary: 'List the models that the provider offers to this key; none for a webhook',
    replies: { 200: bare(ModelList) },
    problems: ['upstream_failed'],
  }),
};
