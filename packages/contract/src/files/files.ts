import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { Id, one, redirect, Timestamp } from '../route/schemas.ts';

export const File = Type.Object({
  id: Id,
  name: Type.String(),
  /** Detected from the first bytes. */
  type: Type.String(),
  size: Type.Integer(),
  /** Valid until the end of the next day, UTC. */
  url: Type.String(),
  created_at: Timestamp,
});
export type File = Static<typeof File>;

export const files = {
  read: route({
    method: 'GET',
    path: '/v1/files/{id}',
    summary: 'Redirect to the download URL of a file',
    scope: 'files:read',
    rate: 'read',
    resource: 'file',
    replies: { 302: redirect },
  }),
  create: route({
    method: 'POST',
    path: '/v1/files',
    summary: 'Upload a file of up to 10 MB, as multipart or from a URL',
    scope: 'files:write',
    rate: 'write',
    key: 'required',
    upload: true,
    body: Type.Object({ url: Type.String({ minLength: 1, maxLength: 2_048 }) }),
    replies: { 201: one(File) },
  }),
};
