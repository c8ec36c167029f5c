import { type Static, Type } from 'typebox';
import { Turn } from '../chats/ai.ts';
import { route } from '../route/route.ts';
import { bare, defaulted, Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';
import { CalledUrl, SigningSecret } from '../webhooks/webhooks.ts';
import { ApiKey } from './credentials.ts';
import { OperatorName, OperatorNames } from './operators.ts';

/** What an external operator is called for. It answers messages. */
export const externalOperatorEvents = ['message', 'handoff', 'closed'] as const;
export const externalOperatorStates = ['draft', 'active', 'paused'] as const;

const Events = Type.Array(Type.Enum([...externalOperatorEvents]), { minItems: 1, uniqueItems: true });

const PublicId = Type.String({ pattern: '^xop_[0-9a-f]{32}$', examples: [`xop_${'5f'.repeat(16)}`] });

export const ExternalOperator = Type.Object({
  public_id: PublicId,
  /** Its agent. */
  operator_id: Id,
  name: Type.String(),
  name_i18n: OperatorNames,
  url: Type.String(),
  events: Events,
  /** `draft` until it was tested and activated; a new URL or secret makes it a draft again. */
  state: Type.Enum([...externalOperatorStates]),
  has_api_key: Type.Boolean(),
  show_in_header: Type.Boolean(),
  /** Last successful test since the URL or the secret changed. */
  tested_at: nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type ExternalOperator = Static<typeof ExternalOperator>;

/** The only responses that include the secret. */
export const ExternalOperatorWithSecret = Type.Object({ ...ExternalOperator.properties, secret: Type.String() });

/** What came of a signed call with the event `test`. */
export const ExternalOperatorTest = Type.Object({
  /** It answered as it should: 200 with an answer, or 202. */
  ok: Type.Boolean(),
  /** Null without a response. */
  status: nullable(Type.Integer()),
  duration_ms: Type.Integer(),
  error: nullable(Type.String()),
  /** Its `content`. */
  answer: nullable(Type.String()),
});

/** What came of a call about a message: the turn that made it. */
export const ExternalOperatorCall = Type.Object({ ...Turn.properties, chat_id: Id });
export type ExternalOperatorCall = Static<typeof ExternalOperatorCall>;

const Secret = { ...SigningSecret, writeOnly: true };

const read = { scope: 'ai:read', rate: 'read' } as const;
const write = { scope: 'ai:write', rate: 'write', purges: 'widget' } as const;
const named = { params: Type.Object({ public_id: PublicId }), resource: 'externalOperator' } as const;

export const externalOperators = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/external-operators',
    summary: 'List external operators, newest first, without their secrets',
    query: page({}),
    replies: { 200: pageOf(ExternalOperator) },
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/external-operators',
    summary: 'Register an AI operator that runs at a URL, as a draft. The secret is only in this response',
    key: 'required',
    body: Type.Object({
      name: OperatorName,
      name_i18n: Type.Optional(OperatorNames),
      url: CalledUrl,
      events: defaulted(Events, ['message']),
      api_key: Type.Optional(nullable(ApiKey)),
      secret: Type.Optional(Secret),
      show_in_header: defaulted(Type.Boolean(), true),
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
    replies: { 200: one(ExternalOperator) },
  }),
  update: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/external-operators/{public_id}',
    summary: 'Update an external operator. A new URL or secret makes it a draft, which must be tested again',
    key: 'required',
    body: Type.Object(
      {
        name: Type.Optional(OperatorName),
        name_i18n: Type.Optional(OperatorNames),
        url: Type.Optional(CalledUrl),
        events: Type.Optional(Events),
        api_key: Type.Optional(nullable(ApiKey)),
        secret: Type.Optional(Secret),
        show_in_header: Type.Optional(Type.Boolean()),
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
    key: 'required',
    body: Type.Object({ state: Type.Enum(['active', 'paused']) }),
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
    query: page({}),
    replies: { 200: pageOf(ExternalOperatorCall) },
    beyond: true,
  }),
};
