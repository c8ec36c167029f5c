import { type Static, type TProperties, Type } from 'typebox';
import { CreatedAt, doc, Guid, Id, nullable, nullableEnum, Timestamp, UpdatedAt } from '../route/schemas.ts';

/** States of a broadcast or campaign. */
export const sendStatuses = ['draft', 'scheduled', 'running', 'paused', 'finished', 'cancelled'] as const;
export type SendStatus = (typeof sendStatuses)[number];

/** Why a send paused itself; null after a person's pause. */
export const pauseReasons = ['schedule_missed', 'channel_not_ready', 'mail_not_ready', 'too_many_failures'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** In this order: the first that applies is given. */
const skipReasons = [
  'blocked',
  'spam',
  'no_address',
  'unsubscribed',
  'suppressed',
  'no_consent',
  'duplicate_address',
  'contacted_recently',
  'window_closed',
  'erased',
  'finished',
  'cancelled',
] as const;
export type SkipReason = (typeof skipReasons)[number];

export const recipientStates = ['pending', 'sent', 'failed', 'bounced', 'skipped', 'unknown'] as const;
export type RecipientState = (typeof recipientStates)[number];

const Count = Type.Integer();

/** `total` is the sum of the six states; the rest counts recipients again. */
export const SendCounts = Type.Object({
  total: doc('Recipients, frozen when the send began to run: the sum of the six states.', Count, { example: 540 }),
  pending: doc('Not sent yet.', Count, { example: 0 }),
  sent: doc('Stored on the site, or taken by the messenger or mail server.', Count, { example: 512 }),
  failed: doc('Refused for good.', Count, { example: 6 }),
  bounced: doc('E-mails that came back.', Count, { example: 2 }),
  skipped: doc('Left out, for a reason that the recipient names.', Count, { example: 19 }),
  unknown: doc('Handed over, but the server that did so died before it knew the outcome. Never sent again.', Count, {
    example: 1,
  }),
  delivered: doc('Recipients whose device or mailbox reported it.', Count, { example: 498 }),
  read: doc('Recipients who have read it.', Count, { example: 301 }),
  replied: doc('Recipients who wrote within seven days.', Count, { example: 44 }),
  clicked: doc('Recipients who opened a link.', Count, { example: 87 }),
  unsubscribed: doc('Recipients who unsubscribed because of it.', Count, { example: 3 }),
  complained: doc('Recipients who reported it as spam.', Count, { example: 0 }),
});
export type SendCounts = Static<typeof SendCounts>;

const Consent = Type.Object({
  at: doc('When it was confirmed.', Timestamp),
  token_id: doc('The token that confirmed it; null for an agent.', nullable(Id)),
  agent_id: doc('The agent who confirmed it; null for a token.', nullable(Id)),
});

/** Members that broadcasts and campaigns share. */
export const sendMembers = {
  id: doc('Unique id of the broadcast or campaign.', Id),
  name: doc("For the team; recipients don't see it.", Type.String(), { example: 'Spring sale' }),
  status: doc('Where it stands; only a draft can be edited.', Type.Enum([...sendStatuses])),
  pause_reason: doc(
    "Why it paused itself; null after a person's pause, and unless it is paused.",
    nullableEnum(pauseReasons),
  ),
  counts: doc('Recipients by what became of them.', SendCounts),
  consent: doc(
    'Who confirmed that the recipients agreed, and when; null before the start.',
    Type.Unsafe<Static<typeof Consent> | null>({ ...Consent, type: ['object', 'null'] }),
  ),
  scheduled_for: doc('When it starts; null unless a later start was set.', nullable(Timestamp)),
  started_at: doc('When it began to send; null before.', nullable(Timestamp)),
  finished_at: doc('When it finished or was cancelled; null before.', nullable(Timestamp)),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
};

const MAX_LISTED = 100;
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: MAX_LISTED });
const Moment = Type.String({ format: 'moment' });
const AttributeValue = Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] });

/** Which contacts: all conditions must hold, and an absent one holds for everybody. */
export const Audience = Type.Object(
  {
    tags_any: doc('Contacts with at least one of these tags.', Type.Optional(Tags), { example: ['vip'] }),
    tags_all: doc('Contacts with all of these tags.', Type.Optional(Tags), { example: ['vip', 'berlin'] }),
    tags_none: doc('Contacts with none of these tags.', Type.Optional(Tags), { example: ['staff'] }),
    contact_ids: doc('Only these contacts.', Type.Optional(Type.Array(Guid, { minItems: 1, maxItems: 1_000 }))),
    created_from: doc('Contacts created then or later.', Type.Optional(Moment)),
    created_to: doc('Contacts created before.', Type.Optional(Moment)),
    active_from: doc('Contacts whose newest chat had its last message then or later.', Type.Optional(Moment)),
    active_to: doc('Contacts whose newest chat had its last message before.', Type.Optional(Moment)),
    attributes: doc(
      'Exact values of attributes by name.',
      Type.Optional(Type.Record(Type.String({ minLength: 1, maxLength: 64 }), AttributeValue)),
      { example: { plan: 'trial' } },
    ),
  },
  { additionalProperties: false },
);
export type Audience = Static<typeof Audience>;

const Clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });

/** Settings that broadcasts and campaigns share. */
export const sendSettings = {
  audience: doc('Which contacts: all conditions must hold. Left out: everybody who can be reached.', Audience),
  send_at: doc('When it starts, instead of at once.', Moment),
  window: doc(
    'Times of day between which messages are sent, in the time zone of the account. It may span midnight.',
    Type.Object(
      {
        from: doc('When sending may begin, as HH:MM.', Clock, { example: '10:00' }),
        to: doc('When it stops for the day, as HH:MM.', Clock, { example: '20:00' }),
      },
      { additionalProperties: false },
    ),
  ),
  rate_per_minute: doc(
    'Most messages a minute, spread evenly. Left out: as fast as the channel allows.',
    Type.Integer({ minimum: 1, maximum: 6_000 }),
    { example: 60 },
  ),
  min_gap_hours: doc(
    'Contacts to whom another send went out in these hours are skipped.',
    Type.Integer({ minimum: 0, maximum: 720 }),
    { example: 24 },
  ),
};

/** Settings of which every member may be left out. */
export const optional = <P extends TProperties>(members: P, example: object) =>
  Type.Partial(Type.Object(members), { additionalProperties: false, examples: [example] });

/** Words have no type beside them. */
function orNull(schema: { type?: string; enum?: unknown[] }) {
  if (schema.enum) return { ...schema, enum: [...schema.enum, null] };
  return { ...withoutDefaults(schema), type: [schema.type, 'null'] };
}

interface AnySchema {
  type?: string;
  default?: unknown;
  properties?: Record<string, AnySchema>;
  required?: string[];
  items?: AnySchema;
}

/** The server adds the defaults of a member once it is merged. */
function withoutDefaults({ default: _, properties = {}, required, items, ...schema }: AnySchema): AnySchema {
  const entries = Object.entries(properties).map(([name, member]) => [name, withoutDefaults(member)]);
  return {
    ...schema,
    ...(entries.length && { properties: Object.fromEntries(entries) }),
    ...(required && { required: required.filter((name) => !('default' in (properties[name] ?? {}))) }),
    ...(items && { items: withoutDefaults(items) }),
  };
}

/** Changes to settings: each member replaces the stored one, and null removes it. */
export function settingsPatch<P extends TProperties>(members: P, example: object) {
  const nullables = Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, orNull(schema)]));
  return Type.Unsafe<{ [Name in keyof P]?: Static<P[Name]> | null }>({
    type: 'object',
    properties: nullables,
    additionalProperties: false,
    examples: [example],
  });
}

export const SendName = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' });

/** Sending to people needs the word of the caller. */
export const Consented = Type.Object({
  consent: doc('Confirms that the recipients agreed to be written to; must be true.', Type.Literal(true)),
});

/** One recipient of a send. */
export const Recipient = Type.Object({
  contact_id: doc('The contact; null once it has been erased.', nullable(Guid)),
  state: doc('What became of the message.', Type.Enum([...recipientStates])),
  reason: doc('Why it was skipped or failed; null otherwise.', nullable(Type.String()), { example: null }),
  chat_id: doc('The chat it was stored in; null for e-mail, and before it was sent.', nullable(Id)),
  message_id: doc('The message; null for e-mail, and before it was sent.', nullable(Id)),
  attempts: doc('How often sending was tried.', Type.Integer(), { example: 1 }),
  next_attempt_at: doc('When it is tried next; null if it is not.', nullable(Timestamp)),
  sent_at: doc('When it was sent; null if it was not.', nullable(Timestamp)),
});
export type Recipient = Static<typeof Recipient>;

/** For whom a preview is written; by default for the first who would get it. */
export const previewedAs = {
  contact_id: doc('For whom to write the sample; by default for the first who would get it.', Type.Optional(Guid)),
};

/** What a send with these settings would do now. */
export const SendPreview = Type.Object({
  matched: doc('Contacts of the audience.', Count, { example: 540 }),
  reachable: doc('Of these, how many would get it now.', Count, { example: 521 }),
  skipped: doc('How many would be skipped, by reason.', Type.Record(Type.String(), Count), {
    example: { no_address: 14, unsubscribed: 5 },
  }),
  samples: doc(
    'The contact that was asked for, or up to five that would be sent to, and the text that each would get.',
    Type.Array(
      Type.Object({
        contact_id: doc('The contact.', Guid),
        contact_name: doc('Name of the contact; null if it is unknown.', nullable(Type.String()), {
          example: 'Ann Lee',
        }),
        text: doc('Text with the variables filled in; null for a message without one.', nullable(Type.String()), {
          example: 'Hi Ann, the sale has begun.',
        }),
      }),
    ),
  ),
});
export type SendPreview = Static<typeof SendPreview>;
