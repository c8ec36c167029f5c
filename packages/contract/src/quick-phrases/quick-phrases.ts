import { Type } from 'typebox';
import { importResult } from '../route/imports.ts';
import { route } from '../route/route.ts';
import { csv, doc, Id, none, one, page, pageOf } from '../route/schemas.ts';

const Text = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' });

export const QuickPhrase = Type.Object({
  id: doc('Unique id of the quick phrase.', Id),
  agent_id: doc("Whose it is; it can't be changed later.", Id),
  name: doc('What the agent picks it by.', Text, { example: 'Thanks' }),
  phrase: doc('The text that is inserted; variables such as `{{contact.first_name}}` are filled in.', Text, {
    example: 'Thank you for waiting!',
  }),
});

/** Result of an import. */
export const QuickPhraseImport = Type.Object({
  ...importResult,
  unchanged: doc('Rows that are stored already as they are.', Type.Integer(), { example: 12 }),
});

/** A row that an import would accept. */
const PreviewedRow = Type.Object({
  line: doc('Line of the file in which the row starts; the header is line 1.', Type.Integer(), { example: 2 }),
  outcome: doc('What an import would do with the row.', Type.Enum(['created', 'updated', 'unchanged'])),
  agent_id: doc('Whose quick phrase it is.', Id),
  name: doc('Name after the import.', Type.String(), { example: 'Thanks' }),
  phrase: doc('Text after the import.', Type.String(), { example: 'Thank you for waiting!' }),
  before: doc(
    'The stored quick phrase that the row updates; missing for a new one.',
    Type.Optional(
      Type.Object({
        name: doc('Name now.', Type.String(), { example: 'Thanks' }),
        phrase: doc('Text now.', Type.String(), { example: 'Thank you!' }),
      }),
    ),
  ),
});

/** Result that an import would have, with every row that it would accept. */
export const QuickPhraseImportPreview = Type.Object({
  ...QuickPhraseImport.properties,
  rows: doc('Every row that would be accepted, in the order of the file.', Type.Array(PreviewedRow)),
});

const read = { scope: 'quick_phrases:read', rate: 'read' } as const;
const write = { scope: 'quick_phrases:write', rate: 'write' } as const;

export const quickPhrases = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/quick-phrases',
    summary: 'List quick phrases, newest first, optionally of one agent',
    description:
      "These are agents' own. Questions that the widget offers to visitors are in `GET /v1/widget/quick-phrases`.",
    query: page({ agent_id: doc('Only those of this agent. Left out: of all.', Type.Optional(Id)) }),
    replies: { 200: pageOf(QuickPhrase) },
    problems: ['not_found'],
  }),
  export: route({
    ...read,
    method: 'GET',
    path: '/v1/quick-phrases/export',
    summary: 'Export quick phrases as CSV, newest first, optionally of one agent',
    description: 'Streams all of them: read to the end. The file can be imported again as it is.',
    query: Type.Object({ agent_id: doc('Only those of this agent. Left out: of all.', Type.Optional(Id)) }),
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
    description:
      "Rows that are refused don't keep the others from being stored; each has its line and reason. Importing the same file again changes nothing.",
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
    description: 'Has the same counts and reasons as the import itself would have now.',
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
    description:
      "Agents use their quick phrases in the console. A phrase becomes part of the message when it is used: later changes don't affect what was sent.",
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
    description: 'Messages that were sent with it stay as they are.',
    key: 'required',
    resource: 'quickPhrase',
    body: Type.Object(
      {
        name: doc('What the agent picks it by.', Type.Optional(Text), { example: 'Thanks' }),
        phrase: doc('The text that is inserted.', Type.Optional(Text), { example: 'Thank you for waiting!' }),
      },
      { minProperties: 1 },
    ),
    audit: 'quick_phrase.updated',
    replies: { 200: one(QuickPhrase) },
  }),
  remove: route({
    ...write,
    method: 'DELETE',
    path: '/v1/quick-phrases/{id}',
    summary: 'Delete a quick phrase',
    description: 'Messages that were sent with it stay as they are.',
    key: 'optional',
    resource: 'quickPhrase',
    audit: 'quick_phrase.removed',
    replies: { 204: none },
  }),
};
