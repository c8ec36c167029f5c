import { type Static, Type } from 'typebox';
import { written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { bare, CreatedAt, doc, Id, none, nullable, one, page, pageOf, Timestamp, UpdatedAt } from '../route/schemas.ts';

const Content = written(10_000);
const DocId = nullable(Type.String({ minLength: 1, maxLength: 255 }));

/** Where rules come from. */
const SourceName = Type.String({
  minLength: 1,
  maxLength: 255,
  examples: ['crawler'],
});

/** A text that the AI can answer from. */
export const KbRule = Type.Object({
  id: doc('Unique id of the rule.', Id),
  content: doc('The text that the AI answers from.', Content, { example: 'We deliver within two days.' }),
  doc_id: doc('Your own id of the document; null if none was given.', DocId, { example: 'delivery' }),
  source: doc('`manual`, `crawler`, `upload:<id>`, `template:<slug>` or `wish`.', Type.String(), { example: 'manual' }),
  source_label: doc('Name of the site or the file; null for other sources.', nullable(Type.String()), {
    example: 'shop.example.com',
  }),
  source_ref: doc('Address of the page, or id of the upload; null for other sources.', nullable(Type.String()), {
    example: 'https://shop.example.com/help/delivery',
  }),
  source_is_managed: doc('Whether the source writes its rules again: changes may be lost.', Type.Boolean()),
  chunk_index: doc(
    'Its place in the page or the file, from 0; null for other sources.',
    nullable(Type.Integer({ minimum: 0 })),
    { example: 0 },
  ),
  button_id: doc('Id of the widget.', Type.Integer({ minimum: 1 })),
  operator_id: doc('The only AI operator that uses it; null for all.', nullable(Type.Integer({ minimum: 1 }))),
  token_count: doc('Length of the text in tokens, as estimated.', Type.Integer({ minimum: 0 }), { example: 42 }),
  has_embedding: doc('Whether it is found by meaning, not by its words alone.', Type.Boolean()),
  embedding_model: doc('Model of its embedding; null without one.', nullable(Type.String()), {
    example: 'text-embedding-3-small',
  }),
  embedding_dimensions: doc('Length of its embedding; null without one.', nullable(Type.Integer({ minimum: 1 })), {
    example: 1_536,
  }),
  used_30d: doc('Replies of the last 30 days that it was a source of.', Type.Integer({ minimum: 0 }), { example: 17 }),
  last_used_at: doc('When it was last a source of a reply; null if never.', nullable(Timestamp)),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type KbRule = Static<typeof KbRule>;

export const KbSource = Type.Object({
  source: doc('What `source` of its rules says.', Type.String(), { example: 'crawler' }),
  source_label: doc('Name of the site or the file; null for other sources.', nullable(Type.String()), {
    example: 'shop.example.com',
  }),
  source_is_managed: doc('Whether the source writes its rules again: changes may be lost.', Type.Boolean()),
  chunk_count: doc('How many rules it has.', Type.Integer({ minimum: 1 }), { example: 48 }),
  updated_at: doc('When one of its rules was last changed.', Timestamp),
});

export const RemovedRules = Type.Object({
  deleted: doc('How many rules were deleted; 0 for an unknown source.', Type.Integer({ minimum: 0 }), { example: 48 }),
});

/** Members that are refused by name rather than as unknown. */
export const kbReadOnlyFields = ['button_id', 'operator_id', 'source_ref', 'chunk_index'] as const;

const ReadOnly = doc('Read-only: refused with `kb_read_only_field`.', Type.Optional(Type.Unknown()));
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
    description: 'For the texts that a question would find, use `GET /v1/kb/search`.',
    query: page({
      source: doc(
        'Only rules of this source: `manual`, `crawler`, `upload:<id>`, `template:<slug>` or `wish`.',
        Type.Optional(SourceName),
      ),
      doc_id: doc('Only rules with this id of yours.', Type.Optional(Type.String({ minLength: 1, maxLength: 255 })), {
        example: 'delivery',
      }),
      q: doc('A part of the text, in any case.', Type.Optional(Type.String({ minLength: 1, maxLength: 255 })), {
        example: 'delivery',
      }),
      unused_days: doc(
        'Only rules that are older than so many days and were not used since.',
        Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
        { example: 90 },
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
    description:
      'Needs a credential that makes embeddings, else 422 `kb_embed_credential_missing`; if the provider fails, 502 and nothing is stored. The AI uses the rule from the next message. At most 50,000 rules a widget.',
    key: 'required',
    body: Type.Object({
      content: doc('One topic in plain words; the AI quotes from it.', Content, {
        example: 'We deliver within two days.',
      }),
      doc_id: doc('Your own id of the document, to find its rules again.', Type.Optional(DocId), {
        example: 'delivery',
      }),
      ...readOnly,
    }),
    audit: 'kb_rule.created',
    replies: { 201: one(KbRule) },
    problems: [...embedding, 'kb_limit_reached'],
  }),
  removeSource: route({
    ...write,
    method: 'DELETE',
    path: '/v1/kb/rules',
    summary: 'Delete every rule of one source',
    description: 'The way to take back a bad crawl or import. Rules of a managed source come back with its next run.',
    key: 'optional',
    query: Type.Object({
      source: doc('The source: `manual`, `crawler`, `upload:<id>`, `template:<slug>` or `wish`.', SourceName),
    }),
    audit: 'kb_rule.source_removed',
    replies: { 200: bare(RemovedRules) },
  }),
  readRule: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/kb/rules/{id}',
    summary: 'Retrieve a rule, and whether its source writes it again',
    description: 'Check `source_is_managed` before you change the text.',
    replies: { 200: one(KbRule) },
  }),
  updateRule: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/kb/rules/{id}',
    summary: 'Update a rule. A changed text is embedded again, and stored only with its embedding',
    description:
      'Send only `content` and `doc_id`: other members are refused. If embedding fails, the rule stays as it was. An unchanged text is not embedded again.',
    key: 'required',
    body: Type.Object(
      {
        content: doc('Replaces the text.', Type.Optional(Content), { example: 'We deliver within three days.' }),
        doc_id: doc('Your own id of the document; null clears it.', Type.Optional(DocId), { example: 'delivery' }),
        ...readOnly,
      },
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
    description: 'The AI stops using it at once. Explanations of earlier replies still name its id.',
    key: 'optional',
    audit: 'kb_rule.removed',
    replies: { 204: none },
  }),
  listSources: route({
    ...read,
    method: 'GET',
    path: '/v1/kb/sources',
    summary: 'List the sources of rules, by name',
    description: 'Each source with the number of its rules. `DELETE /v1/kb/rules` deletes those of one.',
    query: page({}),
    replies: { 200: pageOf(KbSource) },
    problems: ['malformed_request'],
  }),
};
