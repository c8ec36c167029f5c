import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { Id, one, redirect, Timestamp } from '../route/schemas.ts';

export const File = Type.Object({
  id: Id,
  name: Type.String(),
  /** As the first bytes say, whatever the sender said. */
  type: Type.String(),
  size: Type.Integer(),
  /** Serves until the end of the next day, UTC. */
  url: Type.String(),
  created_at: Timestamp,
});
export type File = Static<typeof File>;

export const files = {
  read: route({
    method: 'GET',
    path: '/v1/files/{id}',
    summary: 'Go to where a file can be fetched',
    scope: 'files:read',
    rate: 'read',
    resource: 'file',
    replies: { 302: redirect },
  }),
  create: route({
    method: 'POST',
    path: '/v1/files',
    summary: 'Store a file of up to 10 MB: sent as multipart, or fetched from an address',
    scope: 'files:write',
    rate: 'write',
    key: 'required',
    upload: true,
    body: Type.Object({ url: Type.String({ minLength: 1, maxLength: 2_048 }) }),
    replies: { 201: one(File) },
  }),
};
