import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { Id, none, nullable, nullableEnum, one, page, pageOf, Timestamp } from '../route/schemas.ts';

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
  id: Id,
  name: Type.String(),
  type: Type.Enum(['pdf', 'docx', 'markdown', 'html', 'text', 'csv']),
  size: Type.Integer({ minimum: 0 }),
  status: Type.Enum([...kbUploadStatuses]),
  reason: nullableEnum(kbUploadReasons),
  pages: nullable(Type.Integer({ minimum: 0, description: 'Null for documents without pages' })),
  chunk_count: Type.Integer({ minimum: 0 }),
  created_at: Timestamp,
  updated_at: Timestamp,
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
    query: page({}),
    replies: { 200: pageOf(KbUpload) },
  }),
  createUpload: route({
    scope: 'kb:write',
    rate: 'write',
    method: 'POST',
    path: '/v1/kb/uploads',
    summary: 'Upload a document of up to 10 MB: PDF, DOCX, Markdown, HTML, text or CSV. It is read in the background',
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
    replies: { 200: one(KbUpload) },
  }),
  removeUpload: route({
    ...named,
    scope: 'kb:write',
    rate: 'write',
    method: 'DELETE',
    path: '/v1/kb/uploads/{id}',
    summary: 'Delete an uploaded document and its rules, also while it is read',
    key: 'optional',
    audit: 'kb_upload.removed',
    replies: { 204: none },
  }),
};
