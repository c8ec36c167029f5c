import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { doc, Id, one, redirect, Timestamp } from '../route/schemas.ts';

export const File = Type.Object({
  id: doc('Unique id of the file, for messages with an attachment.', Id),
  name: doc('Its original name.', Type.String(), { example: 'photo.jpg' }),
  type: doc('Media type, detected from the first bytes.', Type.String(), { example: 'image/jpeg' }),
  size: doc('Size in bytes.', Type.Integer(), { example: 184_320 }),
  url: doc(
    'Download URL, valid until the end of the next day (UTC). Read the file again for a new one.',
    Type.String(),
    { example: 'https://chat.example.com/files/1.58.2026-05-01.Zk2b0vQ9c1XyT7uRw5aLmA/photo.jpg' },
  ),
  created_at: doc('When it was uploaded.', Timestamp),
});
export type File = Static<typeof File>;

export const files = {
  read: route({
    method: 'GET',
    path: '/v1/files/{id}',
    summary: 'Redirect to the download URL of a file',
    description:
      'The URL in `Location` is signed and works without a token until the end of the next day (UTC). Do not send the token there.',
    scope: 'files:read',
    rate: 'read',
    resource: 'file',
    replies: { 302: redirect },
  }),
  create: route({
    method: 'POST',
    path: '/v1/files',
    summary: 'Upload a file of up to 10 MB, as multipart or from a URL',
    description:
      "Send either a multipart field `file` or JSON with `url`, not both. The id is then used in a message of type `image` or `file`. A URL of a private network, or one that can't be fetched, is 422.",
    scope: 'files:write',
    rate: 'write',
    key: 'required',
    upload: true,
    body: Type.Object({
      url: doc(
        'Public URL to fetch the file from; one redirect is followed.',
        Type.String({ minLength: 1, maxLength: 2_048 }),
        { example: 'https://shop.example.com/photo.jpg' },
      ),
    }),
    replies: { 201: one(File) },
  }),
};
