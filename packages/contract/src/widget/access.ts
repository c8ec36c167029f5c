import { Type } from 'typebox';
import { GivenPassword } from '../account/session.ts';
import { route } from '../route/route.ts';
import { doc, Guid, Id, nullable, one } from '../route/schemas.ts';

/** A host name in lower case; other scripts in Punycode. */
const Domain = Type.String({ maxLength: 253, pattern: '^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$' });
export const WidgetName = Type.String({ minLength: 1, maxLength: 255 });
export const Domains = Type.Array(Domain, { maxItems: 100, uniqueItems: true });

const WidgetAccess = Type.Object({
  id: doc('Unique id of the widget.', Id),
  button_guid: doc('Public id of the widget, as in its script tag.', Guid),
  name: doc('For the team; visitors see the setting `widget_name`.', nullable(Type.String()), { example: 'Shop' }),
  api_enabled: doc("Whether the API and the widget's JavaScript API may be used.", Type.Boolean()),
  domain: doc('The first of `domains`; null without any.', nullable(Type.String()), { example: 'shop.example.com' }),
  domains: doc(
    'Sites the widget works on, with their subdomains; empty: all. Localhost and the server itself are always allowed.',
    Type.Array(Type.String()),
    { example: ['shop.example.com'] },
  ),
  security_token: doc("For the CMS plugin; changes with the owner's password.", Type.String()),
  has_identity_key: doc(
    "Whether a key that signs the site's user ids was created. It is shown only then.",
    Type.Boolean(),
  ),
  has_mail_server: doc('Whether e-mails are sent; without a mail server they are saved as files.', Type.Boolean()),
});

const reads = { auth: 'session', roles: ['owner', 'admin'], rate: 'read', beyond: true } as const;
const writes = { auth: 'session', roles: ['owner', 'admin'], rate: 'write', beyond: true } as const;

export const widgetAccess = {
  read: route({
    ...reads,
    method: 'GET',
    path: '/console-api/widget',
    summary: "Retrieve the API switch, the allowed domains and the CMS plugin's security token",
    replies: { 200: one(WidgetAccess) },
  }),
  update: route({
    ...writes,
    method: 'PATCH',
    path: '/console-api/widget',
    summary: 'Enable or disable the API, set the allowed domains, or name the widget',
    purges: 'widget',
    body: Type.Object(
      {
        api_enabled: Type.Optional(Type.Boolean()),
        domains: Type.Optional(Domains),
        name: Type.Optional(nullable(WidgetName)),
      },
      { minProperties: 1 },
    ),
    audit: 'widget.access_updated',
    replies: { 200: one(WidgetAccess) },
  }),
};

export const identityKey = {
  renew: route({
    ...writes,
    method: 'POST',
    path: '/console-api/widget/identity-key',
    summary: 'Create a new identity key. Signatures made with the old one become invalid',
    audit: 'widget.identity_key_renewed',
    body: Type.Object({ password: GivenPassword }),
    replies: { 201: one(Type.Object({ identity_key: Type.String() })) },
    problems: ['sign_in_failed'],
  }),
};
