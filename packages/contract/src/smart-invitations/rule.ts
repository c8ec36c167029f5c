import { type Static, Type } from 'typebox';
import { defaulted, Id, nullable, Timestamp } from '../route/schemas.ts';
import { locales } from '../widget/locales.ts';

const Name = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' });
const Text = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });
/** Translations by language. */
const Texts = Type.Partial(
  Type.Object(
    Object.fromEntries(locales.map((locale) => [locale, Text])) as Record<(typeof locales)[number], typeof Text>,
  ),
  { additionalProperties: false },
);

export const invitationOccasions = ['online', 'offline', 'any'] as const;
export const invitationTriggers = ['time', 'idle', 'scroll', 'exit', 'event'] as const;
export const invitationPeriods = ['page', 'visit', 'day', 'week', 'ever'] as const;
export const invitationActions = ['bubble', 'open', 'badge'] as const;
export const invitationSenders = ['widget', 'agent', 'ai'] as const;
export const visitDevices = ['desktop', 'tablet', 'mobile'] as const;

const texts = ['is', 'is_not', 'contains', 'not_contains', 'starts_with', 'ends_with', 'matches'] as const;
const choices = ['in', 'not_in'] as const;
const numbers = ['gte', 'lte'] as const;
const flags = ['is'] as const;

/** Operators of a condition by its field. Those of texts ignore case; `matches` compares with a pattern in which `*` stands for any text. */
export const conditionOperators = {
  url: texts,
  path: texts,
  title: texts,
  referrer: texts,
  utm_source: texts,
  utm_medium: texts,
  utm_campaign: texts,
  utm_term: texts,
  utm_content: texts,
  language: choices,
  country: choices,
  device: choices,
  visits: numbers,
  pages: numbers,
  seconds_on_site: numbers,
  known: flags,
  chatted: flags,
} as const;
/** Operators of `param.NAME`, a parameter of the page's address. */
export const paramOperators = texts;

const operators = [...new Set([...texts, ...choices, ...numbers])];

/** When the rule is considered. `seconds` of time and idle, `percent` of scroll, `name` of event. */
const Trigger = Type.Object(
  {
    type: Type.Enum([...invitationTriggers]),
    seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 3_600 })),
    percent: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' })),
  },
  { additionalProperties: false },
);

/** A text, a number, true or false, or a list of texts, as the operator needs. */
const Value = Type.Unsafe<string | number | boolean | string[]>({
  // Lists first: whatever can be printed passes for a string when a response is written.
  type: ['array', 'boolean', 'number', 'string'],
  maxLength: 500,
  items: { type: 'string', minLength: 1, maxLength: 100 },
  maxItems: 50,
});

const Condition = Type.Object(
  {
    /** A field of the visit, or `param.NAME`. */
    field: Type.String({ minLength: 1, maxLength: 80 }),
    op: Type.Enum(operators),
    value: Value,
  },
  { additionalProperties: false },
);

const Conditions = Type.Object(
  {
    match: defaulted(Type.Enum(['all', 'any']), 'all'),
    items: Type.Array(Condition, { maxItems: 20 }),
  },
  { additionalProperties: false },
);

/** Hours in the account's time zone. A period that ends before it starts goes over midnight, and belongs to the day it starts on. */
const Hours = Type.Object(
  {
    /** 1 is Monday. */
    days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
    from: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
    to: Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$' }),
  },
  { additionalProperties: false },
);

/** How often one visitor may see it. */
const Frequency = Type.Object(
  { per: Type.Enum([...invitationPeriods]), max: defaulted(Type.Integer({ minimum: 1, maximum: 100 }), 1) },
  { additionalProperties: false },
);

/** Who invites: the widget, an agent, or an AI operator. Without an id, the AI operator who would answer. */
const From = Type.Object(
  { type: Type.Enum([...invitationSenders]), agent_id: defaulted(nullable(Id), null) },
  { additionalProperties: false },
);

/** What an owner writes, with defaults. */
const written = {
  name: Name,
  enabled: defaulted(Type.Boolean(), true),
  /** The smallest comes first; of equal ones, the oldest. */
  priority: defaulted(Type.Integer({ minimum: 1, maximum: 1_000 }), 100),
  /** `online`: a person or the AI would answer. */
  when: defaulted(Type.Enum([...invitationOccasions]), 'any'),
  trigger: Trigger,
  conditions: defaulted(Conditions, { match: 'all', items: [] }),
  /** Null: always. */
  schedule: defaulted(nullable(Hours), null),
  frequency: defaulted(Frequency, { per: 'visit', max: 1 }),
  /** A bubble beside the launcher, the open chat, or a number on the launcher. */
  action: defaulted(Type.Enum([...invitationActions]), 'bubble'),
  /** In languages that `texts` has no translation for. */
  text: Text,
  texts: defaulted(Texts, {}),
  /** Answers that a visitor can send with one click. */
  quick_replies: defaulted(
    Type.Array(Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }), { maxItems: 3, uniqueItems: true }),
    [],
  ),
  from: defaulted(From, { type: 'widget', agent_id: null }),
  /** How many of a hundred visitors who match see nothing and are counted, to measure what the invitation adds. */
  holdout_percent: defaulted(Type.Integer({ minimum: 0, maximum: 50 }), 0),
  starts_at: defaulted(nullable(Timestamp), null),
  ends_at: defaulted(nullable(Timestamp), null),
};

/** A rule without an identity, as a template has it. */
export const InvitationRuleContent = Type.Object(written);
export type InvitationRuleContent = Static<typeof InvitationRuleContent>;

const identity = {
  id: Id,
  /** Counts the changes. */
  version: Type.Integer({ minimum: 1 }),
};

export const InvitationRule = Type.Object({ ...identity, ...written });
export type InvitationRule = Static<typeof InvitationRule>;

/** A rule as a caller writes it. One that was read can be sent back as it is. */
export const InvitationRuleInput = Type.Object(
  { id: Type.Optional(identity.id), version: Type.Optional(identity.version), ...written },
  { additionalProperties: false },
);
export type InvitationRuleInput = Static<typeof InvitationRuleInput>;

/** `r7` is a rule, `c5` a campaign. */
export const InvitationKey = Type.String({ pattern: '^[rc][1-9]\\d{0,15}$' });

/** What the widget needs to decide and to show: nothing that only the team may know. */
export const ActiveInvitation = Type.Object({
  id: InvitationKey,
  ...Type.Omit(InvitationRuleContent, ['name', 'enabled', 'schedule']).properties,
  /** With the time zone of its hours. */
  schedule: nullable(Type.Object({ ...Hours.properties, timezone: Type.String() })),
});
export type ActiveInvitation = Static<typeof ActiveInvitation>;

/** In the order in which they are considered. */
export const ActiveInvitations = Type.Object({
  revision: Type.Integer(),
  /** The visitor's, which a browser doesn't know; null if it is unknown. */
  country: nullable(Type.String()),
  rules: Type.Array(ActiveInvitation),
});
export type ActiveInvitations = Static<typeof ActiveInvitations>;
