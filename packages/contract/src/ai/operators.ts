import { type Static, Type } from 'typebox';
import { agentStatuses } from '../agents/agents.ts';
import { route } from '../route/route.ts';
import { defaulted, Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';

export const OperatorName = Type.String({ minLength: 1, maxLength: 191, pattern: '\\S' });

export const OperatorNames = nullable(
  Type.Record(Type.String(), OperatorName, {
    description: 'By language. A map replaces the whole field; null clears it',
    examples: [{ en: 'Nora', ru: 'Нора' }],
  }),
);

const Status = Type.Enum([...agentStatuses]);

export const AiOperator = Type.Object({
  id: Id,
  assistant_id: Id,
  /** "Assistant" for one without a name, which visitors see in their language. */
  name: Type.String(),
  name_i18n: OperatorNames,
  show_in_header: Type.Boolean(),
  /** `relaxation`: silent; `banned`: retired. */
  status: Status,
  created_at: Timestamp,
});
export type AiOperator = Static<typeof AiOperator>;

const read = { scope: 'ai:read', rate: 'read' } as const;
const write = { scope: 'ai:write', rate: 'write', purges: 'widget' } as const;
const named = { resource: 'aiOperator' } as const;

export const aiOperators = {
  list: route({
    ...read,
    method: 'GET',
    path: '/v1/ai/operators',
    summary: 'List AI operators, retired ones included, newest first',
    query: page({}),
    replies: { 200: pageOf(AiOperator) },
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/ai/operators',
    summary: 'Create an AI operator that answers with an assistant. It takes no seat',
    key: 'required',
    body: Type.Object({
      assistant_id: Id,
      name: Type.Optional(nullable(OperatorName)),
      name_i18n: Type.Optional(OperatorNames),
      show_in_header: defaulted(Type.Boolean(), true),
      status: defaulted(Status, 'active'),
    }),
    audit: 'ai_operator.created',
    replies: { 201: one(AiOperator) },
    problems: ['limit_reached'],
  }),
  read: route({
    ...read,
    ...named,
    method: 'GET',
    path: '/v1/ai/operators/{id}',
    summary: 'Retrieve an AI operator, retired or not',
    replies: { 200: one(AiOperator) },
  }),
  update: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/ai/operators/{id}',
    summary: 'Give an AI operator another assistant, name or status. The status active restores a retired one',
    key: 'required',
    body: Type.Object(
      {
        assistant_id: Type.Optional(Id),
        name: Type.Optional(nullable(OperatorName)),
        name_i18n: Type.Optional(OperatorNames),
        show_in_header: Type.Optional(Type.Boolean()),
        status: Type.Optional(Status),
      },
      { minProperties: 1 },
    ),
    audit: 'ai_operator.updated',
    replies: { 200: one(AiOperator) },
  }),
  remove: route({
    ...write,
    ...named,
    method: 'DELETE',
    path: '/v1/ai/operators/{id}',
    summary: 'Retire an AI operator. It stays in the list, and its messages stay',
    key: 'optional',
    audit: 'ai_operator.removed',
    replies: { 204: none },
  }),
};
