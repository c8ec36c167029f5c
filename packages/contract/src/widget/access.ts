import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { Guid, Id, nullable, one } from '../route/schemas.ts';

const WidgetAccess = Type.Object({
  id: Id,
  button_guid: Guid,
  api_enabled: Type.Boolean(),
  domain: nullable(Type.String()),
  /** What the CMS plugin is given; a change of the owner's password makes another. */
  security_token: Type.String(),
  /** What the site signs the ids of its users with; null until one is made. */
  identity_key: nullable(Type.String()),
});

const reads = { auth: 'session', roles: ['owner', 'admin'], rate: 'read', beyond: true } as const;
const writes = { auth: 'session', roles: ['owner', 'admin'], rate: 'write', beyond: true } as const;

export const widgetAccess = {
  read: route({
    ...reads,
    method: 'GET',
    path: '/console-api/widget',
    summary: 'The API switch, the domain of the site and the security token of the CMS plugin',
    replies: { 200: one(WidgetAccess) },
  }),
  update: route({
    ...writes,
    method: 'PATCH',
    path: '/console-api/widget',
    summary: 'Switch the API on or off, or name the domain of the site',
    purges: 'widget',
    body: Type.Object(
      {
        api_enabled: Type.Optional(Type.Boolean()),
        domain: Type.Optional(nullable(Type.String({ maxLength: 253, pattern: '^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$' }))),
      },
      { minProperties: 1 },
    ),
    replies: { 200: one(WidgetAccess) },
  }),
  renewIdentityKey: route({
    ...writes,
    method: 'POST',
    path: '/console-api/widget/identity-key',
    summary: 'Make a new key to sign the ids of users with: what was signed with another is proof no more',
    replies: { 201: one(Type.Object({ identity_key: Type.String() })) },
  }),
};
