import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { doc, Guid, none, one, Timestamp } from '../route/schemas.ts';

const Host = Type.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9._:-]+$' });

/** Where the widget's tag was loaded. */
const WidgetSites = Type.Object({
  seen: doc(
    'Hosts with visitors, the latest first. Pages of this server are left out.',
    Type.Array(
      Type.Object({
        host: doc('Host name, with a port if it has one.', Type.String(), { example: 'shop.example.com' }),
        seen_at: doc('When a visitor was last there.', Timestamp),
      }),
    ),
  ),
  blocked: doc(
    "Hosts on which the widget was refused today, in the account's time zone, the most frequent first.",
    Type.Array(
      Type.Object({
        host: doc('Host name, with a port if it has one.', Type.String(), { example: 'copy.example.net' }),
        count: doc('How often it was refused today.', Type.Integer(), { example: 14 }),
        last_at: doc('When it was last refused.', Timestamp),
      }),
    ),
  ),
});

export const widgetSites = {
  read: route({
    auth: 'session',
    roles: ['owner', 'admin'],
    rate: 'read',
    method: 'GET',
    path: '/console-api/widget/sites',
    summary: 'Retrieve the sites on which the widget was seen, and those on which it was blocked today',
    replies: { 200: one(WidgetSites) },
    beyond: true,
  }),
};

export const blockedPages = {
  report: route({
    auth: 'widget',
    anySite: true,
    rate: 'write',
    method: 'POST',
    path: '/widget-api/{button_guid}/blocked',
    summary: "Report a page on which the widget isn't allowed",
    description:
      'The loader calls it, so that the console can show the owner where the widget is missing. Nothing about the visitor is stored.',
    params: Type.Object({ button_guid: doc('Public id of the widget, as in its script tag.', Guid) }),
    resource: 'widget',
    body: Type.Object({
      host: doc('Host of the page, with a port if it has one.', Host, { example: 'copy.example.net' }),
    }),
    audit: false,
    replies: { 204: none },
    problems: ['visitor_blocked'],
    beyond: true,
  }),
};
