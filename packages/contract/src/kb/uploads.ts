import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { doc, Id, none, nullable, nullableEnum, one, page, pageOf, Timestamp } from '../route/schemas.ts';

export const kbUploadStatuses = ['queued', 'processing', 'ready', 'failed'] as const;

export const kbUploadReasons = [
  'broken',
  'encrypted',
  'no_text',
  'too_many_pages',
  'too_large',
  'timeout',
  'memory',
  'embed_failed',
] as const;

/** A document whose text becomes rules. */
export const KbUpload = Type.Object({
  id: doc('Unique id of the upload.', Id),
  name: doc('Original name of the file.', Type.String(), { example: 'handbook.pdf' }),
  type: doc('Format, detected from the content.', Type.Enum(['pdf', 'docx', 'markdown', 'html', 'text', 'csv'])),
  size: doc('Size in bytes.', Type.Integer({ minimum: 0 }), { example: 184_320 }),
  status: doc('Its rules are in use once it is `ready`.', Type.Enum([...kbUploadStatuses])),
  reason: doc('Why it failed; null if it did not.', nullableEnum(kbUploadReasons), { example: null }),
  pages: doc('Null for documents without pages.', nullable(Type.Integer({ minimum: 0 })), { example: 12 }),
  chunk_count: doc('Rules made of it.', Type.Integer({ minimum: 0 }), { example: 34 }),
  created_at: doc('When it was uploaded.', Timestamp),
  updated_at: doc('When its state last changed.', Timestamp),
});
export type KbUpload = Static<typeof KbUpload>;

const named = { resource: 'kbUpload' } as const;

export const kbUploadRoutes = {
  listUploads: route({
    scope: 'kb:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/kb/uploads',
    summary: 'List uploaded documents with their states, newest first',
    description: 'Each upload is also a source of rules, `upload:<id>`.',
    query: page({}),
    replies: { 200: pageOf(KbUpload) },
  }),
  createUpload: route({
    scope: 'kb:write',
    rate: 'write',
    method: 'POST',
    path: '/v1/kb/uploads',
    summary: 'Upload a document of up to 10 MB: PDF, DOCX, Markdown, HTML, text or CSV. It is read in the background',
    description:
      "202: the document is stored and will be read. Ask for it until `status` is `ready` or `failed`. Its rules appear together, and embedding them costs the provider's tokens.",
    key: 'required',
    upload: 'document',
    audit: 'kb_upload.created',
    replies: { 202: one(KbUpload) },
    problems: ['kb_embed_credential_missing', 'kb_limit_reached'],
  }),
  readUpload: route({
    ...named,
    scope: 'kb:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/kb/uploads/{id}',
    summary: 'Retrieve the state of an uploaded document',
    description: 'A failed upload has its `reason`. Upload a corrected file as a new one.',
    replies: { 200: one(KbUpload) },
  }),
  removeUpload: route({
    ...named,
    scope: 'kb:write',
    rate: 'write',
    method: 'DELETE',
    path: '/v1/kb/uploads/{id}',
    summary: 'Delete an uploaded document and its rules, also while it is read',
    description: 'The AI stops using its rules at once.',
    key: 'optional',
    audit: 'kb_upload.removed',
    replies: { 204: none },
  }),
};
