import { type Static, Type } from 'typebox';
import { defaulted, Id, nullable, Timestamp } from '../route/schemas.ts';
import { visitDevices } from './rule.ts';

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
const Words = Type.String({ maxLength: 2_048 });

/** A moment of a visit. By default a first one, on a desktop, while somebody is online. */
export const InvitationVisit = Type.Object(
  {
    url: Type.String({ format: 'web-link', minLength: 1, maxLength: 2_048 }),
    referrer: defaulted(Words, ''),
    title: defaulted(Words, ''),
    /** A BCP 47 tag. */
    language: defaulted(nullable(Type.String({ maxLength: 35 })), null),
    /** ISO 3166-1 alpha-2. */
    country: defaulted(nullable(Type.String({ pattern: '^[A-Za-z]{2}$' })), null),
    device: defaulted(Type.Enum([...visitDevices]), 'desktop'),
    /** This one included. */
    visits: defaulted(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), 1),
    /** Of this visit, this one included. */
    pages: defaulted(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }), 1),
    seconds_on_page: defaulted(Count, 0),
    seconds_on_site: defaulted(Count, 0),
    scroll_percent: defaulted(Type.Integer({ minimum: 0, maximum: 100 }), 0),
    idle_seconds: defaulted(Count, 0),
    /** Whether the pointer leaves the page. */
    exit: defaulted(Type.Boolean(), false),
    /** Fired by a script of the site. */
    event: defaulted(nullable(Type.String({ minLength: 1, maxLength: 64 })), null),
    online: defaulted(Type.Boolean(), true),
    /** Whether the visitor is a contact. */
    known: defaulted(Type.Boolean(), false),
    /** Whether the visitor has ever written. */
    chatted: defaulted(Type.Boolean(), false),
    /** Whether the chat is open, has an unread message, or the visitor wrote within 24 hours. */
    chatting: defaulted(Type.Boolean(), false),
    /** By default now. */
    at: Type.Optional(Timestamp),
    /** Invitations that the visitor was shown before. */
    shown: defaulted(
      Type.Array(
        Type.Object(
          { rule_id: Id, at: Timestamp, dismissed: defaulted(Type.Boolean(), false) },
          { additionalProperties: false },
        ),
        { maxItems: 200 },
      ),
      [],
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
  shows: Type.Boolean(),
  /** Null if it shows. */
  why: Type.Unsafe<InvitationReason | null>({ type: ['string', 'null'], enum: [...invitationReasons, null] }),
};

/** What a visit would see. */
export const InvitationSimulation = Type.Object({
  /** Whether one of the rules or campaigns shows. */
  shows: Type.Boolean(),
  /** In the order in which they are considered. Of rules and campaigns together, the smallest priority comes first. */
  rules: Type.Array(
    Type.Object({
      /** Null for the rule in the request, if it is not stored. */
      id: nullable(Id),
      ...verdict,
    }),
  ),
  /** On-site campaigns that run. They count as not shown before. */
  campaigns: Type.Array(Type.Object({ id: Id, ...verdict })),
});
export type InvitationSimulation = Static<typeof InvitationSimulation>;
