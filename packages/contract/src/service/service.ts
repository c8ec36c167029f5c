import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { Guid, Id, nullable, one, Timestamp } from '../route/schemas.ts';

export const WhoAmI = Type.Object({
  name: Type.String(),
  version: Type.String(),
  widget_id: Id,
  button_guid: Guid,
  /** Null for a console session. */
  token: nullable(
    Type.Object({
      id: Id,
      name: Type.String(),
      expires_at: nullable(Timestamp),
      scopes: Type.Array(Type.String()),
    }),
  ),
  links: Type.Object({ openapi: Type.String(), docs: Type.String() }),
});

export const service = {
  whoAmI: route({
    method: 'GET',
    path: '/v1',
    summary: 'Retrieve the service, widget and token of this call',
    rate: 'read',
    replies: { 200: one(WhoAmI) },
  }),
};
