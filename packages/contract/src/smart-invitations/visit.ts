import { type Static, Type } from 'typebox';
import { defaulted, doc, Id, nullable, Timestamp } from '../route/schemas.ts';
import { visitDevices } from './rule.ts';

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
const Words = Type.String({ maxLength: 2_048 });

/** A moment of a visit. By default a first one, on a desktop, while somebody is online. */
export const InvitationVisit = Type.Object(
  {
    url: doc('Address of the page.', Type.String({ format: 'web-link', minLength: 1, maxLength: 2_048 }), {
      example: 'https://shop.example.com/cart',
    }),
    referrer: doc('Where the visitor came from; empty for none.', defaulted(Words, ''), {
      example: 'https://www.example.org/',
    }),
    title: doc('Title of the page.', defaulted(Words, ''), { example: 'Your cart' }),
    language: doc('A BCP 47 tag; null if unknown.', defaulted(nullable(Type.String({ maxLength: 35 })), null), {
      example: 'en',
    }),
    country: doc(
      'ISO 3166-1 alpha-2; null if unknown.',
      defaulted(nullable(Type.String({ pattern: '^[A-Za-z]{2}$' })), null),
      { example: 'DE' },
    ),
    device: doc('Kind of device.', defaulted(Type.Enum([...visitDevices]), 'desktop')),
    visits: doc(
      'Visits of this visitor, this one included.',
      defaulted(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), 1),
      { example: 1 },
    ),
    pages: doc(
      'Pages of this visit, this one included.',
      defaulted(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), 1),
      { example: 3 },
    ),
    seconds_on_page: doc('Seconds on this page.', defaulted(Count, 0), { example: 40 }),
    seconds_on_site: doc('Seconds since the visit began.', defaulted(Count, 0), { example: 120 }),
    scroll_percent: doc(
      'How far down the page the visitor is.',
      defaulted(Type.Integer({ minimum: 0, maximum: 100 }), 0),
      { example: 60 },
    ),
    idle_seconds: doc('Seconds since the visitor did something.', defaulted(Count, 0), { example: 30 }),
    exit: doc('Whether the pointer leaves the page.', defaulted(Type.Boolean(), false)),
    event: doc(
      'Event fired by a script of the site; null for none.',
      defaulted(nullable(Type.String({ minLength: 1, maxLength: 64 })), null),
      { example: null },
    ),
    online: doc('Whether a person or the AI would answer.', defaulted(Type.Boolean(), true)),
    known: doc('Whether the visitor is a contact.', defaulted(Type.Boolean(), false)),
    chatted: doc('Whether the visitor has ever written.', defaulted(Type.Boolean(), false)),
    chatting: doc(
      'Whether the chat is open, has an unread message, or the visitor wrote within 24 hours.',
      defaulted(Type.Boolean(), false),
    ),
    at: doc('The moment; by default now.', Type.Optional(Timestamp)),
    shown: doc(
      'Invitations that the visitor was shown before. None by default.',
      defaulted(
        Type.Array(
          Type.Object(
            {
              rule_id: doc('The rule.', Id),
              at: doc('When it was shown.', Timestamp),
              dismissed: doc('Whether the visitor dismissed it.', defaulted(Type.Boolean(), false)),
            },
            { additionalProperties: false },
          ),
          { maxItems: 200 },
        ),
        [],
      ),
    ),
  },
  { additionalProperties: false },
);
export type InvitationVisit = Static<typeof InvitationVisit>;

/** Why a rule does not show, the first that applies. */
export const invitationReasons = [
  'disabled',
  'dates',
  'schedule',
  'when',
  'trigger',
  'conditions',
  'frequency',
  'dismissed',
  'chatting',
  'priority',
] as const;
export type InvitationReason = (typeof invitationReasons)[number];

const verdict = {
  shows: doc('Whether it shows.', Type.Boolean()),
  why: doc(
    'Why it does not, the first reason that applies; null if it shows.',
    Type.Unsafe<InvitationReason | null>({ type: ['string', 'null'], enum: [...invitationReasons, null] }),
    { example: null },
  ),
};

/** What a visit would see. */
export const InvitationSimulation = Type.Object({
  shows: doc('Whether one of the rules or campaigns shows.', Type.Boolean()),
  rules: doc(
    'In the order in which they are considered; of rules and campaigns together, the smallest priority comes first.',
    Type.Array(
      Type.Object({
        id: doc('Id of the rule; null for the rule in the request, if it is not stored.', nullable(Id)),
        ...verdict,
      }),
    ),
  ),
  campaigns: doc(
    'On-site campaigns that run. They count as not shown before.',
    Type.Array(Type.Object({ id: doc('Id of the campaign.', Id), ...verdict })),
  ),
});
export type InvitationSimulation = Static<typeof InvitationSimulation>;
