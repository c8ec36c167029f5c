import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { Guid, none, one, Timestamp } from '../route/schemas.ts';

const Host = Type.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9._:-]+$' });

/** Where the widget's tag was loaded. */
const WidgetSites = Type.Object({
  /** Hosts with visitors, the latest first. Pages of this server are left out. */
  seen: Type.Array(Type.Object({ host: Type.String(), seen_at: Timestamp })),
  /** Hosts on which the widget was refused today, in the account's time zone, the most frequent first. */
  blocked: Type.Array(Type.Object({ host: Type.String(), count: Type.Integer(), last_at: Timestamp })),
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
    params: Type.Object({ button_guid: Guid }),
    resource: 'widget',
    body: Type.Object({ host: Host }),
    audit: false,
    replies: { 204: none },
    problems: ['visitor_blocked'],
    beyond: true,
  }),
};
