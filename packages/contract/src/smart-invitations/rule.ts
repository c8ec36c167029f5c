import { type Static, Type } from 'typebox';
import { defaulted, doc, Id, nullable, Timestamp } from '../route/schemas.ts';
import { locales } from '../widget/locales.ts';

const Name = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' });
const Text = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });
const Translation = doc('The text in this language.', Text);
const Texts = Type.Partial(
  Type.Object(
    Object.fromEntries(locales.map((locale) => [locale, Translation])) as Record<(typeof locales)[number], typeof Text>,
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
    type: doc(
      'When the rule is considered: time on the page, no activity, scrolling, leaving, or `service_widget_api.trigger(name)`.',
      Type.Enum([...invitationTriggers]),
    ),
    seconds: doc(
      'Of `time` and `idle`: after how many seconds.',
      Type.Optional(Type.Integer({ minimum: 0, maximum: 3_600 })),
      { example: 30 },
    ),
    percent: doc('Of `scroll`: how far down the page.', Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })), {
      example: 50,
    }),
    name: doc('Of `event`: its name.', Type.Optional(Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' })), {
      example: 'checkout_error',
    }),
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
    field: doc(
      'A field of the visit, or `param.NAME` for a parameter of the address.',
      Type.String({ minLength: 1, maxLength: 80 }),
      { example: 'path' },
    ),
    op: doc(
      'How to compare; which ones are allowed depends on the field. `matches` takes `*` for any text.',
      Type.Enum(operators),
    ),
    value: doc('A text, a number, true or false, or a list of texts, as the operator needs.', Value, {
      example: '/cart',
    }),
  },
  { additionalProperties: false },
);

const Conditions = Type.Object(
  {
    match: doc('Whether all conditions must hold, or any one.', defaulted(Type.Enum(['all', 'any']), 'all')),
    items: doc('The conditions; none always holds.', Type.Array(Condition, { maxItems: 20 })),
  },
  { additionalProperties: false },
);

/** Hours in the account's time zone. A period that ends before it starts goes over midnight, and belongs to the day it starts on. */
const Hours = Type.Object(
  {
    days: doc(
      'Weekdays; 1 is Monday.',
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
      { example: [1, 2, 3, 4, 5] },
    ),
    from: doc('Beginning, as HH:MM.', Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }), { example: '09:00' }),
    to: doc(
      'End, as HH:MM. Before `from`: it goes over midnight and belongs to the day it starts on.',
      Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$' }),
      { example: '18:00' },
    ),
  },
  { additionalProperties: false },
);

/** How often one visitor may see it. */
const Frequency = Type.Object(
  {
    per: doc('What is counted.', Type.Enum([...invitationPeriods])),
    max: doc(
      'How often one visitor may see it in that time.',
      defaulted(Type.Integer({ minimum: 1, maximum: 100 }), 1),
      { example: 1 },
    ),
  },
  { additionalProperties: false },
);

/** Who invites: the widget, an agent, or an AI operator. Without an id, the AI operator who would answer. */
const From = Type.Object(
  {
    type: doc('Who invites: the widget, an agent, or an AI operator.', Type.Enum([...invitationSenders])),
    agent_id: doc(
      'The agent or AI operator; null for the widget, or for the AI operator who would answer.',
      defaulted(nullable(Id), null),
    ),
  },
  { additionalProperties: false },
);

/** What an owner writes, with defaults. */
const written = {
  name: doc("For the team; visitors don't see it.", Name, { example: 'Cart' }),
  enabled: doc('Whether it may show.', defaulted(Type.Boolean(), true)),
  priority: doc(
    'The smallest comes first; of equal ones, the oldest.',
    defaulted(Type.Integer({ minimum: 1, maximum: 1_000 }), 100),
  ),
  when: doc(
    '`online`: only while a person or the AI would answer; `offline`: only while nobody would.',
    defaulted(Type.Enum([...invitationOccasions]), 'any'),
  ),
  trigger: doc('The moment in which the rule is considered.', Trigger, { example: { type: 'idle', seconds: 30 } }),
  conditions: doc('Which visits it is for.', defaulted(Conditions, { match: 'all', items: [] })),
  schedule: doc("Hours in the account's time zone; null: always.", defaulted(nullable(Hours), null)),
  frequency: doc('How often one visitor may see it.', defaulted(Frequency, { per: 'visit', max: 1 })),
  action: doc(
    'A bubble beside the launcher, the open chat, or a number on the launcher.',
    defaulted(Type.Enum([...invitationActions]), 'bubble'),
  ),
  text: doc('What it says, in languages that `texts` lacks.', Text, {
    example: 'Is something unclear about your order?',
  }),
  texts: doc('Translations of `text` by language.', defaulted(Texts, {})),
  quick_replies: doc(
    'Answers that a visitor can send with one click.',
    defaulted(
      Type.Array(Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }), { maxItems: 3, uniqueItems: true }),
      [],
    ),
    { example: ['Yes', 'No, thanks'] },
  ),
  from: doc('Whose picture and name it has.', defaulted(From, { type: 'widget', agent_id: null })),
  holdout_percent: doc(
    'How many of a hundred matching visitors see nothing and are counted, to measure what it adds.',
    defaulted(Type.Integer({ minimum: 0, maximum: 50 }), 0),
  ),
  starts_at: doc('When it begins to show; null: at once.', defaulted(nullable(Timestamp), null)),
  ends_at: doc('When it stops; null: never.', defaulted(nullable(Timestamp), null)),
};

/** A rule without an identity, as a template has it. */
export const InvitationRuleContent = Type.Object(written);
export type InvitationRuleContent = Static<typeof InvitationRuleContent>;

const identity = {
  id: doc('Unique id of the rule.', Id),
  version: doc('Counts the changes.', Type.Integer({ minimum: 1 }), { example: 3 }),
};

export const InvitationRule = Type.Object({ ...identity, ...written });
export type InvitationRule = Static<typeof InvitationRule>;

/** A rule as a caller writes it. One that was read can be sent back as it is. */
export const InvitationRuleInput = Type.Object(
  {
    id: doc(
      'As it was read: `original_id` says what to replace. A simulation judges the rule in its place.',
      Type.Optional(identity.id),
    ),
    version: doc(
      'The version you have changed; an outdated one is 409 `rule_changed`. Left out: not compared.',
      Type.Optional(identity.version),
      { example: 3 },
    ),
    ...written,
  },
  { additionalProperties: false },
);
export type InvitationRuleInput = Static<typeof InvitationRuleInput>;

/** `r7` is a rule, `c5` a campaign. */
export const InvitationKey = Type.String({ pattern: '^[rc][1-9]\\d{0,15}$' });

/** What the widget needs to decide and to show: nothing that only the team may know. */
export const ActiveInvitation = Type.Object({
  id: doc('The rule (`r7`) or campaign (`c5`).', InvitationKey, { example: 'r7' }),
  ...Type.Omit(InvitationRuleContent, ['name', 'enabled', 'schedule']).properties,
  schedule: doc(
    'Hours in which it shows, with their time zone; null: always.',
    nullable(
      Type.Object({
        ...Hours.properties,
        timezone: doc('IANA name of the time zone.', Type.String(), { example: 'Europe/Moscow' }),
      }),
    ),
  ),
});
export type ActiveInvitation = Static<typeof ActiveInvitation>;

/** In the order in which they are considered. */
export const ActiveInvitations = Type.Object({
  revision: doc('Changes whenever the invitations may have.', Type.Integer(), { example: 3 }),
  country: doc("The visitor's, which a browser doesn't know; null if it is unknown.", nullable(Type.String()), {
    example: 'DE',
  }),
  rules: doc('In the order in which they are considered.', Type.Array(ActiveInvitation)),
});
export type ActiveInvitations = Static<typeof ActiveInvitations>;
