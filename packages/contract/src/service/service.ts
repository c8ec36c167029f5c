import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { doc, Guid, Id, nullable, one, Timestamp } from '../route/schemas.ts';

export const WhoAmI = Type.Object({
  name: doc('Name of the service.', Type.String(), { example: 'Parley' }),
  version: doc('Version of the server.', Type.String(), { example: '0.1.0' }),
  widget_id: doc('The widget that the token belongs to.', Id),
  button_guid: doc('Public id of the widget, as in its script tag.', Guid),
  token: doc(
    'The token of this call; null for a console session.',
    nullable(
      Type.Object({
        id: doc('Unique id of the token.', Id),
        name: doc('What it was called when it was made.', Type.String(), { example: 'crm' }),
        expires_at: doc('When it stops working; null if never.', nullable(Timestamp)),
        scopes: doc('What it may do.', Type.Array(Type.String()), { example: ['contacts:read', 'contacts:write'] }),
      }),
    ),
  ),
  links: doc(
    'Where to read on.',
    Type.Object({
      openapi: doc('This API in OpenAPI 3.1.', Type.String(), { example: 'https://chat.example.com/api/openapi.json' }),
      docs: doc('This API for people.', Type.String(), { example: 'https://chat.example.com/docs' }),
    }),
  ),
});

export const service = {
  whoAmI: route({
    method: 'GET',
    path: '/v1',
    summary: 'Retrieve the service, widget and token of this call',
    description: 'Needs no scope, so it is the call to check a token with.',
    rate: 'read',
    replies: { 200: one(WhoAmI) },
  }),
};
