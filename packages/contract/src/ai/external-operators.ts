import { type Static, Type } from 'typebox';
import { Turn } from '../chats/ai.ts';
import { route } from '../route/route.ts';
import {
  bare,
  CreatedAt,
  defaulted,
  doc,
  Id,
  none,
  nullable,
  one,
  page,
  pageOf,
  Timestamp,
  UpdatedAt,
} from '../route/schemas.ts';
import { CalledUrl, SigningSecret } from '../webhooks/webhooks.ts';
import { ApiKey } from './credentials.ts';
import { OperatorName, OperatorNames } from './operators.ts';

/** What an external operator is called for. It answers messages. */
export const externalOperatorEvents = ['message', 'handoff', 'closed'] as const;
export const externalOperatorStates = ['draft', 'active', 'paused'] as const;

const Events = Type.Array(Type.Enum([...externalOperatorEvents]), { minItems: 1, uniqueItems: true });

const PublicId = Type.String({ pattern: '^xop_[0-9a-f]{32}$', examples: [`xop_${'5f'.repeat(16)}`] });

export const ExternalOperator = Type.Object({
  public_id: doc('Unique id of the external operator, as its routes name it.', PublicId),
  operator_id: doc('Its agent, as chats and messages name it.', Id),
  name: doc('Its name, which visitors see in languages that `name_i18n` lacks.', Type.String(), { example: 'Nora' }),
  name_i18n: doc('Its name by language; null for none.', OperatorNames, { example: { en: 'Nora' } }),
  url: doc('Where its calls go.', Type.String(), { example: 'https://bot.example.com/calls' }),
  events: doc('What it is called for: messages, and on request handoffs and closed chats.', Events, {
    example: ['message'],
  }),
  state: doc(
    '`draft` until it was tested and activated; a new URL or secret makes it a draft again.',
    Type.Enum([...externalOperatorStates]),
  ),
  has_api_key: doc('Whether calls carry an `Authorization` header.', Type.Boolean()),
  show_in_header: doc('Whether the widget shows it in its header.', Type.Boolean()),
  tested_at: doc(
    'Last successful test since the URL or the secret changed; null if there was none.',
    nullable(Timestamp),
  ),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type ExternalOperator = Static<typeof ExternalOperator>;

/** The only responses that include the secret. */
export const ExternalOperatorWithSecret = Type.Object({
  ...ExternalOperator.properties,
  secret: doc('Signs calls. It is in this response alone: store it now.', Type.String(), {
    example: 'Zk2b0vQ9c1XyT7uRw5aLmA',
  }),
});

/** What came of a signed call with the event `test`. */
export const ExternalOperatorTest = Type.Object({
  ok: doc('It answered as it should: 200 with an answer, or 202.', Type.Boolean()),
  status: doc('HTTP status of the response; null without one.', nullable(Type.Integer()), { example: 200 }),
  duration_ms: doc('Time until the response, in milliseconds.', Type.Integer(), { example: 312 }),
  error: doc('Why it failed, for a person; null if it did not.', nullable(Type.String()), { example: null }),
  answer: doc('`content` of the response; null without one.', nullable(Type.String()), { example: 'Hello!' }),
});

/** What came of a call about a message: the turn that made it. */
export const ExternalOperatorCall = Type.Object({
  ...Turn.properties,
  chat_id: doc('The chat that the call was about.', Id),
});
export type ExternalOperatorCall = Static<typeof ExternalOperatorCall>;

const Secret = { ...SigningSecret, writeOnly: true };

const read = { scope: 'ai:read', rate: 'read' } as const;
const write = { scope: 'ai:write', rate: 'write', purges: 'widget' } as const;
const named = {
  params: Type.Object({ public_id: doc('Id of the external operator, `xop_` and 32 hexadecimal digits.', PublicId) }),
  resource: 'externalOperator',
} as const;

export const externalOperators = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/external-operators',
    summary: 'List external operators, newest first, without their secrets',
    description: 'Their agents are also in `GET /v1/agents`, with the type `webhook`.',
    query: page({}),
    replies: { 200: pageOf(ExternalOperator) },
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/external-operators',
    summary: 'Register an AI operator that runs at a URL, as a draft. The secret is only in this response',
    description:
      'Test it, then activate it with `lifecycle`: a draft answers nobody. Its agent has the type `webhook` and takes no seat. At most 100 a widget.',
    key: 'required',
    body: Type.Object({
      name: doc('What visitors see, unless `name_i18n` has their language.', OperatorName, { example: 'Nora' }),
      name_i18n: doc('The name by language.', Type.Optional(OperatorNames), { example: { en: 'Nora' } }),
      url: doc('Address that is called, over HTTPS; it is checked against private networks.', CalledUrl, {
        example: 'https://bot.example.com/calls',
      }),
      events: doc('What it is called for; by default messages alone.', defaulted(Events, ['message'])),
      api_key: doc(
        'Sent with each call as `Authorization: Bearer`. It is never returned.',
        Type.Optional(nullable(ApiKey)),
        { example: 'bot-key-0123456789abcdef' },
      ),
      secret: doc('Signs calls. Left out: one is made.', Type.Optional(Secret), { example: 'Zk2b0vQ9c1XyT7uRw5aLmA' }),
      show_in_header: doc('Whether the widget shows it in its header.', defaulted(Type.Boolean(), true)),
    }),
    audit: 'external_operator.created',
    replies: { 201: one(ExternalOperatorWithSecret) },
    problems: ['limit_reached'],
  }),
  read: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/external-operators/{public_id}',
    summary: 'Retrieve an external operator, without its secret',
    description: 'A new secret can be had from `rotate-secret` only.',
    replies: { 200: one(ExternalOperator) },
  }),
  update: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/external-operators/{public_id}',
    summary: 'Update an external operator. A new URL or secret makes it a draft, which must be tested again',
    description:
      'A draft answers nobody until it is tested and activated again. Other members change at once and leave the state as it is.',
    key: 'required',
    body: Type.Object(
      {
        name: doc('What visitors see, unless `name_i18n` has their language.', Type.Optional(OperatorName), {
          example: 'Nora',
        }),
        name_i18n: doc(
          'The name by language. A map replaces the whole field; null clears it.',
          Type.Optional(OperatorNames),
          { example: { en: 'Nora' } },
        ),
        url: doc('Address that is called, over HTTPS.', Type.Optional(CalledUrl), {
          example: 'https://bot.example.com/calls',
        }),
        events: doc('What it is called for; replaces the list.', Type.Optional(Events), {
          example: ['message', 'handoff'],
        }),
        api_key: doc(
          'Sent with each call as `Authorization: Bearer`. Null: none is sent.',
          Type.Optional(nullable(ApiKey)),
          { example: 'bot-key-0123456789abcdef' },
        ),
        secret: doc('Signs calls from now on.', Type.Optional(Secret), { example: 'Zk2b0vQ9c1XyT7uRw5aLmA' }),
        show_in_header: doc('Whether the widget shows it in its header.', Type.Optional(Type.Boolean())),
      },
      { minProperties: 1 },
    ),
    audit: 'external_operator.updated',
    replies: { 200: one(ExternalOperator) },
  }),
  remove: route({
    ...write,
    ...named,
    method: 'DELETE',
    path: '/v1/external-operators/{public_id}',
    summary: 'Delete an external operator. Its messages stay',
    description:
      'It is called no longer: another AI operator answers its chats, or people do. A reply to an earlier call is refused.',
    key: 'optional',
    audit: 'external_operator.removed',
    replies: { 204: none },
  }),
  rotateSecret: route({
    ...write,
    ...named,
    method: 'POST',
    destructive: true,
    path: '/v1/external-operators/{public_id}/rotate-secret',
    summary: 'Rotate the secret immediately, which makes the operator a draft. The new secret is only in this response',
    description: 'The old secret stops at once. Activate the operator again after a test.',
    key: 'required',
    audit: 'external_operator.secret_rotated',
    replies: { 200: one(ExternalOperatorWithSecret) },
  }),
  test: route({
    ...named,
    scope: 'responder:inject',
    rate: 'write',
    method: 'POST',
    path: '/v1/external-operators/{public_id}/tests',
    summary: 'Test an external operator by a signed call with the event test',
    description:
      'The response is 200 also when the test failed: read `ok`. The call has the same form and signature as one about a message, and must be answered the same way.',
    key: 'required',
    body: Type.Object({}),
    audit: false,
    replies: { 200: bare(ExternalOperatorTest) },
  }),
  setState: route({
    ...write,
    ...named,
    scope: 'responder:inject',
    method: 'POST',
    path: '/v1/external-operators/{public_id}/lifecycle',
    summary: 'Activate or pause an external operator. It must have passed a test since its URL or secret changed',
    description:
      'An active one answers new messages; a paused one is called no longer and keeps its settings. Repeating a state changes nothing.',
    key: 'required',
    body: Type.Object({ state: doc('`active` lets it answer, `paused` stops it.', Type.Enum(['active', 'paused'])) }),
    audit: 'external_operator.state_changed',
    replies: { 200: one(ExternalOperator) },
    problems: ['test_required'],
  }),
};

export const externalOperatorCalls = {
  listCalls: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/external-operators/{public_id}/calls',
    summary: 'List the turns that an external operator was to answer, newest first: what came of each call',
    description: 'Turns are kept for 90 days. `attempts` has the status and the duration of each request.',
    query: page({}),
    replies: { 200: pageOf(ExternalOperatorCall) },
    beyond: true,
  }),
};
