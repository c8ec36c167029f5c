import { type Static, Type } from 'typebox';
import { written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { bare, Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';

const Content = written(10_000);
const DocId = nullable(
  Type.String({ minLength: 1, maxLength: 255, description: "The caller's own id of the document" }),
);

/** Where rules come from. */
const SourceName = Type.String({
  minLength: 1,
  maxLength: 255,
  description: '`manual`, `crawler`, `upload:<id>`, `template:<slug>` or `wish`',
  examples: ['crawler'],
});

/** A text that the AI can answer from. */
export const KbRule = Type.Object({
  id: Id,
  content: Content,
  doc_id: DocId,
  source: Type.String(),
  source_label: nullable(Type.String({ description: 'Name of the site or the file' })),
  source_ref: nullable(Type.String({ description: 'Address of the page, or id of the upload' })),
  source_is_managed: Type.Boolean({ description: 'Whether the source writes its rules again: changes may be lost' }),
  chunk_index: nullable(Type.Integer({ minimum: 0, description: 'Its place in the page or the file' })),
  button_id: Type.Integer({ minimum: 1, description: 'Id of the widget' }),
  operator_id: nullable(Type.Integer({ minimum: 1, description: 'The only AI operator who uses it; null for all' })),
  token_count: Type.Integer({ minimum: 0 }),
  has_embedding: Type.Boolean({ description: 'Whether it is found by meaning, not by its words alone' }),
  embedding_model: nullable(Type.String()),
  embedding_dimensions: nullable(Type.Integer({ minimum: 1 })),
  used_30d: Type.Integer({ minimum: 0, description: 'Replies of the last 30 days that it was a source of' }),
  last_used_at: nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type KbRule = Static<typeof KbRule>;

export const KbSource = Type.Object({
  source: Type.String(),
  source_label: nullable(Type.String()),
  source_is_managed: Type.Boolean(),
  chunk_count: Type.Integer({ minimum: 1 }),
  updated_at: Timestamp,
});

export const RemovedRules = Type.Object({ deleted: Type.Integer({ minimum: 0 }) });

/** Members that are refused by name rather than as unknown. */
export const kbReadOnlyFields = ['button_id', 'operator_id', 'source_ref', 'chunk_index'] as const;

const ReadOnly = Type.Optional(Type.Unknown({ description: 'Read-only: refused with `kb_read_only_field`' }));
const readOnly = { button_id: ReadOnly, operator_id: ReadOnly, source_ref: ReadOnly, chunk_index: ReadOnly };

const read = { scope: 'kb:read', rate: 'read' } as const;
const write = { scope: 'kb:write', rate: 'write' } as const;
const named = { resource: 'kbRule' } as const;
const embedding = ['kb_read_only_field', 'kb_embed_credential_missing', 'kb_embed_provider_failed'] as const;

export const kbRuleRoutes = {
  listRules: route({
    ...read,
    method: 'GET',
    path: '/v1/kb/rules',
    summary: 'List rules of the knowledge base, newest first',
    query: page({
      source: Type.Optional(SourceName),
      doc_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      q: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'A part of the text, in any case' })),
      unused_days: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 365, description: 'Older than that, and not used since' }),
      ),
    }),
    replies: { 200: pageOf(KbRule) },
    problems: ['malformed_request'],
  }),
  createRule: route({
    ...write,
    method: 'POST',
    path: '/v1/kb/rules',
    summary: 'Create a rule. Its text is embedded before the response',
    key: 'required',
    body: Type.Object({ content: Content, doc_id: Type.Optional(DocId), ...readOnly }),
    audit: 'kb_rule.created',
    replies: { 201: one(KbRule) },
    problems: [...embedding, 'kb_limit_reached'],
  }),
  removeSource: route({
    ...write,
    method: 'DELETE',
    path: '/v1/kb/rules',
    summary: 'Delete every rule of one source',
    key: 'optional',
    query: Type.Object({ source: SourceName }),
    audit: 'kb_rule.source_removed',
    replies: { 200: bare(RemovedRules) },
  }),
  readRule: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/kb/rules/{id}',
    summary: 'Retrieve a rule, and whether its source writes it again',
    replies: { 200: one(KbRule) },
  }),
  updateRule: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/kb/rules/{id}',
    summary: 'Update a rule. A changed text is embedded again, and stored only with its embedding',
    key: 'required',
    body: Type.Object(
      { content: Type.Optional(Content), doc_id: Type.Optional(DocId), ...readOnly },
      { minProperties: 1 },
    ),
    audit: 'kb_rule.updated',
    replies: { 200: one(KbRule) },
    problems: [...embedding],
  }),
  removeRule: route({
    ...write,
    ...named,
    method: 'DELETE',
    path: '/v1/kb/rules/{id}',
    summary: 'Delete a rule',
    key: 'optional',
    audit: 'kb_rule.removed',
    replies: { 204: none },
  }),
  listSources: route({
    ...read,
    method: 'GET',
    path: '/v1/kb/sources',
    summary: 'List the sources of rules, by name',
    query: page({}),
    replies: { 200: pageOf(KbSource) },
    problems: ['malformed_request'],
  }),
};
