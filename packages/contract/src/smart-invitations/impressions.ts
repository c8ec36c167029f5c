import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { bare, doc, Guid, LocaleTag, none } from '../route/schemas.ts';
import { ActiveInvitations, InvitationKey } from './rule.ts';

/** Names one time that an invitation was shown, and not the person. */
export const ImpressionId = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' });

export const impressionEvents = ['shown', 'held_out', 'opened', 'dismissed', 'clicked'] as const;
export type ImpressionEvent = (typeof impressionEvents)[number];

const anyPage = {
  auth: 'widget',
  params: Type.Object({ button_guid: doc('Public id of the widget, as in its script tag.', Guid) }),
  resource: 'widget',
  beyond: true,
  problems: ['visitor_blocked'],
} as const;

/** What the widget calls about invitations, before the chat is opened. */
export const impressions = {
  listInvitations: route({
    ...anyPage,
    method: 'GET',
    path: '/widget-api/{button_guid}/invitations',
    summary: 'List enabled invitation rules and running on-site campaigns, in the order in which they are considered',
    description:
      'The loader asks for them before the chat is opened, and judges them in the browser. Disabled rules are left out.',
    rate: 'read',
    replies: { 200: bare(ActiveInvitations) },
  }),
  record: route({
    ...anyPage,
    method: 'POST',
    path: '/widget-api/{button_guid}/impressions',
    summary:
      'Report what a visitor did with an invitation. A repeated event counts once, and a later one implies shown',
    description: 'The browser makes a new id for each time it shows an invitation, so nothing here names the visitor.',
    rate: 'write',
    body: Type.Object({
      impression_id: doc('Names one time that an invitation was shown, made by the browser.', ImpressionId),
      invitation: doc('The rule (`r7`) or campaign (`c5`).', InvitationKey, { example: 'r7' }),
      event: doc('What happened.', Type.Enum([...impressionEvents])),
      locale: doc('Language in which it was shown.', Type.Optional(LocaleTag), { example: 'en' }),
    }),
    replies: { 204: none },
  }),
};
