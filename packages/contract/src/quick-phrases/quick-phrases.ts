import { Type } from 'typebox';
import { importResult } from '../route/imports.ts';
import { route } from '../route/route.ts';
import { csv, Id, none, one, page, pageOf } from '../route/schemas.ts';

const Text = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' });

export const QuickPhrase = Type.Object({ id: Id, agent_id: Id, name: Text, phrase: Text });

/** Result of an import. */
export const QuickPhraseImport = Type.Object({ ...importResult, unchanged: Type.Integer() });

/** A row that an import would accept. */
const PreviewedRow = Type.Object({
  line: Type.Integer(),
  outcome: Type.Enum(['created', 'updated', 'unchanged']),
  agent_id: Id,
  name: Type.String(),
  phrase: Type.String(),
  /** The stored phrase that the row updates. */
  before: Type.Optional(Type.Object({ name: Type.String(), phrase: Type.String() })),
});

/** Result that an import would have, with every row that it would accept. */
export const QuickPhraseImportPreview = Type.Object({
  ...QuickPhraseImport.properties,
  rows: Type.Array(PreviewedRow),
});

const read = { scope: 'quick_phrases:read', rate: 'read' } as const;
const write = { scope: 'quick_phrases:write', rate: 'write' } as const;

export const quickPhrases = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/quick-phrases',
    summary: 'List quick phrases, newest first, optionally of one agent',
    query: page({ agent_id: Type.Optional(Id) }),
    replies: { 200: pageOf(QuickPhrase) },
    problems: ['not_found'],
  }),
  export: route({
    ...read,
    method: 'GET',
    path: '/v1/quick-phrases/export',
    summary: 'Export quick phrases as CSV, newest first, optionally of one agent',
    query: Type.Object({ agent_id: Type.Optional(Id) }),
    replies: { 200: csv },
    problems: ['not_found'],
    beyond: true,
  }),
  import: route({
    ...write,
    method: 'POST',
    path: '/v1/quick-phrases/import',
    summary:
      'Import quick phrases from CSV with the columns of the export. A row updates the phrase with its id, or with its agent and name',
    key: 'required',
    upload: 'csv',
    audit: 'quick_phrase.imported',
    replies: { 200: one(QuickPhraseImport) },
    beyond: true,
  }),
  previewImport: route({
    ...write,
    method: 'POST',
    path: '/v1/quick-phrases/import/preview',
    summary: 'Preview an import of quick phrases row by row. Nothing is stored',
    upload: 'csv',
    audit: false,
    replies: { 200: one(QuickPhraseImportPreview) },
    beyond: true,
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/quick-phrases',
    summary: 'Create a quick phrase for an agent',
    key: 'required',
    body: Type.Omit(QuickPhrase, ['id']),
    audit: 'quick_phrase.created',
    replies: { 201: one(QuickPhrase) },
  }),
  update: route({
    ...write,
    method: 'PATCH',
    path: '/v1/quick-phrases/{id}',
    summary: 'Update the name or text of a quick phrase. Its agent cannot be changed',
    key: 'required',
    resource: 'quickPhrase',
    body: Type.Object({ name: Type.Optional(Text), phrase: Type.Optional(Text) }, { minProperties: 1 }),
    audit: 'quick_phrase.updated',
    replies: { 200: one(QuickPhrase) },
  }),
  remove: route({
    ...write,
    method: 'DELETE',
    path: '/v1/quick-phrases/{id}',
    summary: 'Delete a quick phrase',
    key: 'optional',
    resource: 'quickPhrase',
    audit: 'quick_phrase.removed',
    replies: { 204: none },
  }),
};
