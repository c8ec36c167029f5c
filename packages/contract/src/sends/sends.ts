import { type Static, type TProperties, Type } from 'typebox';
import { Guid, Id, nullable, nullableEnum, Timestamp } from '../route/schemas.ts';

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
  total: Count,
  pending: Count,
  sent: Count,
  failed: Count,
  bounced: Count,
  skipped: Count,
  /** Handed over, but the server that did so died before it knew the outcome. Never sent again. */
  unknown: Count,
  delivered: Count,
  read: Count,
  /** Wrote within seven days. */
  replied: Count,
  clicked: Count,
  unsubscribed: Count,
  complained: Count,
});
export type SendCounts = Static<typeof SendCounts>;

const Consent = Type.Object({ at: Timestamp, token_id: nullable(Id), agent_id: nullable(Id) });

/** Members that broadcasts and campaigns share. */
export const sendMembers = {
  id: Id,
  name: Type.String(),
  status: Type.Enum([...sendStatuses]),
  pause_reason: nullableEnum(pauseReasons),
  counts: SendCounts,
  /** Who confirmed that the recipients agreed, and when. */
  consent: Type.Unsafe<Static<typeof Consent> | null>({ ...Consent, type: ['object', 'null'] }),
  scheduled_for: nullable(Timestamp),
  started_at: nullable(Timestamp),
  finished_at: nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
};

const MAX_LISTED = 100;
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: MAX_LISTED });
const Moment = Type.String({ format: 'moment' });
const AttributeValue = Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] });

/** Which contacts: all conditions must hold, and an absent one holds for everybody. */
export const Audience = Type.Object(
  {
    tags_any: Type.Optional(Tags),
    tags_all: Type.Optional(Tags),
    tags_none: Type.Optional(Tags),
    contact_ids: Type.Optional(Type.Array(Guid, { minItems: 1, maxItems: 1_000 })),
    /** When the contact was created: from included, to excluded. */
    created_from: Type.Optional(Moment),
    created_to: Type.Optional(Moment),
    /** When the contact's newest chat had its last message. */
    active_from: Type.Optional(Moment),
    active_to: Type.Optional(Moment),
    /** Exact values by name. */
    attributes: Type.Optional(Type.Record(Type.String({ minLength: 1, maxLength: 64 }), AttributeValue)),
  },
  { additionalProperties: false },
);
export type Audience = Static<typeof Audience>;

const Clock = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });

/** Settings that broadcasts and campaigns share. */
export const sendSettings = {
  audience: Audience,
  /** When the send starts, instead of at once. */
  send_at: Moment,
  /** Times of day between which messages are sent, in the time zone of the account. It may span midnight. */
  window: Type.Object({ from: Clock, to: Clock }, { additionalProperties: false }),
  rate_per_minute: Type.Integer({ minimum: 1, maximum: 6_000 }),
  /** Contacts to whom another send went out in these hours are skipped. */
  min_gap_hours: Type.Integer({ minimum: 0, maximum: 720 }),
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
export const Consented = Type.Object({ consent: Type.Literal(true) });

/** One recipient of a send. */
export const Recipient = Type.Object({
  /** Null once the contact has been erased. */
  contact_id: nullable(Guid),
  state: Type.Enum([...recipientStates]),
  /** Why it was skipped or failed. */
  reason: nullable(Type.String()),
  chat_id: nullable(Id),
  message_id: nullable(Id),
  attempts: Type.Integer(),
  next_attempt_at: nullable(Timestamp),
  sent_at: nullable(Timestamp),
});
export type Recipient = Static<typeof Recipient>;

/** For whom a preview is written; by default for the first who would get it. */
export const previewedAs = { contact_id: Type.Optional(Guid) };

/** What a send with these settings would do now. */
export const SendPreview = Type.Object({
  matched: Count,
  reachable: Count,
  /** How many would be skipped, by reason. */
  skipped: Type.Record(Type.String(), Count),
  /** The contact that was asked for, or up to five that would be sent to, and the text that each would get. */
  samples: Type.Array(
    Type.Object({ contact_id: Guid, contact_name: nullable(Type.String()), text: nullable(Type.String()) }),
  ),
});
export type SendPreview = Static<typeof SendPreview>;
