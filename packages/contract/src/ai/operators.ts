import { type Static, Type } from 'typebox';
import { agentStatuses } from '../agents/agents.ts';
import { route } from '../route/route.ts';
import { CreatedAt, defaulted, doc, Id, none, nullable, one, page, pageOf } from '../route/schemas.ts';

export const OperatorName = Type.String({ minLength: 1, maxLength: 191, pattern: '\\S' });

export const OperatorNames = nullable(
  Type.Record(Type.String(), OperatorName, { examples: [{ en: 'Nora', ru: 'Нора' }] }),
);

const Status = Type.Enum([...agentStatuses]);

export const AiOperator = Type.Object({
  id: doc('Unique id of the AI operator: its agent, as chats and messages name it.', Id),
  assistant_id: doc('The assistant it answers with.', Id),
  name: doc('Its name; "Assistant" for one without, which visitors see in their language.', Type.String(), {
    example: 'Nora',
  }),
  name_i18n: doc('Its name by language; null for none.', OperatorNames, { example: { en: 'Nora', ru: 'Нора' } }),
  show_in_header: doc('Whether the widget shows it in its header.', Type.Boolean()),
  status: doc('`relaxation`: silent; `banned`: retired.', Status, { example: 'active' }),
  created_at: CreatedAt,
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
    description: 'Only AI operators: external ones are in `GET /v1/external-operators`.',
    query: page({}),
    replies: { 200: pageOf(AiOperator) },
  }),
  create: route({
    ...write,
    method: 'POST',
    path: '/v1/ai/operators',
    summary: 'Create an AI operator that answers with an assistant. It takes no seat',
    description:
      'It is an agent of the type `ai`. It answers once the AI is on, its assistant is enabled, and a credential is usable. Visitors see the first word of its name. At most 100 a widget.',
    key: 'required',
    body: Type.Object({
      assistant_id: doc('The assistant it answers with, of this widget.', Id),
      name: doc('Null or left out: "Assistant", in the visitor\'s language.', Type.Optional(nullable(OperatorName)), {
        example: 'Nora',
      }),
      name_i18n: doc('The name by language.', Type.Optional(OperatorNames), { example: { en: 'Nora', ru: 'Нора' } }),
      show_in_header: doc('Whether the widget shows it in its header.', defaulted(Type.Boolean(), true)),
      status: doc('`relaxation` creates it silent.', defaulted(Status, 'active'), { example: 'active' }),
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
    description: 'Its statistics are in `GET /v1/agents/{id}/stats`, with the same id.',
    replies: { 200: one(AiOperator) },
  }),
  update: route({
    ...write,
    ...named,
    method: 'PATCH',
    path: '/v1/ai/operators/{id}',
    summary: 'Give an AI operator another assistant, name or status. The status active restores a retired one',
    description:
      "Only the members in the request change. Another assistant answers from the visitor's next message on.",
    key: 'required',
    body: Type.Object(
      {
        assistant_id: doc('The assistant it answers with from now on.', Type.Optional(Id)),
        name: doc('Null: "Assistant", in the visitor\'s language.', Type.Optional(nullable(OperatorName)), {
          example: 'Nora',
        }),
        name_i18n: doc(
          'The name by language. A map replaces the whole field; null clears it.',
          Type.Optional(OperatorNames),
          { example: { en: 'Nora', ru: 'Нора' } },
        ),
        show_in_header: doc('Whether the widget shows it in its header.', Type.Optional(Type.Boolean())),
        status: doc('`active`, `relaxation` (silent) or `banned` (retired).', Type.Optional(Status), {
          example: 'active',
        }),
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
    description: 'Reversible: set `status` to `active`. Another AI operator answers its chats, or people do.',
    key: 'optional',
    audit: 'ai_operator.removed',
    replies: { 204: none },
  }),
};
