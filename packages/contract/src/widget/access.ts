import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { Guid, Id, nullable, one } from '../route/schemas.ts';

const WidgetAccess = Type.Object({
  id: Id,
  button_guid: Guid,
  api_enabled: Type.Boolean(),
  domain: nullable(Type.String()),
  /** For the CMS plugin; changes with the owner's password. */
  security_token: Type.String(),
  /** Signs the site's user ids; null until created. */
  identity_key: nullable(Type.String()),
});

const reads = { auth: 'session', roles: ['owner', 'admin'], rate: 'read', beyond: true } as const;
const writes = { auth: 'session', roles: ['owner', 'admin'], rate: 'write', beyond: true } as const;

export const widgetAccess = {
  read: route({
    ...reads,
    method: 'GET',
    path: '/console-api/widget',
    summary: "Retrieve the API switch, the site's domain and the CMS plugin's security token",
    replies: { 200: one(WidgetAccess) },
  }),
  update: route({
    ...writes,
    method: 'PATCH',
    path: '/console-api/widget',
    summary: "Enable or disable the API, or set the site's domain",
    purges: 'widget',
    body: Type.Object(
      {
        api_enabled: Type.Optional(Type.Boolean()),
        domain: Type.Optional(nullable(Type.String({ maxLength: 253, pattern: '^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$' }))),
      },
      { minProperties: 1 },
    ),
    audit: 'widget.access_updated',
    replies: { 200: one(WidgetAccess) },
  }),
  renewIdentityKey: route({
    ...writes,
    method: 'POST',
    path: '/console-api/widget/identity-key',
    summary: 'Create a new identity key. Signatures made with the old one become invalid',
    audit: 'widget.identity_key_renewed',
    replies: { 201: one(Type.Object({ identity_key: Type.String() })) },
  }),
};
