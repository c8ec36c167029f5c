import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { bare, defaulted, doc, Id, nullable, page, pageOf, Timestamp } from '../route/schemas.ts';

const kinds = [
  'provider_failed',
  'credential_missing',
  'budget_visitor',
  'budget_widget',
  'external_failed',
  'retrieval_failed',
  'crawl_failed',
] as const;

export const AiAlert = Type.Object({
  id: doc('Unique id of the alert.', Id),
  kind: doc('What is wrong; an alert is open once for each kind and subject.', Type.Enum([...kinds])),
  detail: doc('What happened, for a person.', Type.String(), { example: 'openai answered 401 to the credential 5.' }),
  credential_id: doc('The credential it is about; null if it is about none.', nullable(Id)),
  operator_id: doc('The AI operator it is about; null if it is about none.', nullable(Id)),
  chat_id: doc('The chat in which it happened last; null if it was in none.', nullable(Id)),
  count: doc('How many times it happened before it was acknowledged.', Type.Integer({ minimum: 1 }), { example: 3 }),
  created_at: doc('When it happened first.', Timestamp),
  last_at: doc('When it happened last.', Timestamp),
  acknowledged_at: doc('When it was acknowledged; null while it is open.', nullable(Timestamp)),
  acknowledged_by: doc('The agent who acknowledged it; null for a token.', nullable(Type.Integer({ minimum: 1 }))),
});

export const AcknowledgedAlerts = Type.Object({
  acknowledged: doc(
    'How many alerts this call acknowledged; those that were already are not counted.',
    Type.Integer({ minimum: 0 }),
    { example: 2 },
  ),
});

export const aiAlerts = {
  list: route({
    scope: 'ai:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/ai/alerts',
    summary: 'List alerts about the AI, newest first',
    description: 'Repetitions of an open alert raise its `count` and `last_at` instead of adding another one.',
    query: page({
      state: doc(
        'Which alerts to list: those that nobody has acknowledged yet by default.',
        defaulted(Type.Enum(['unacknowledged', 'acknowledged', 'all']), 'unacknowledged'),
      ),
    }),
    replies: { 200: pageOf(AiAlert) },
  }),
  acknowledge: route({
    scope: 'ai:write',
    rate: 'write',
    method: 'POST',
    path: '/v1/ai/alerts/acknowledge',
    summary: 'Acknowledge alerts: the named ones, or all without `ids`',
    description: 'The same trouble opens a new alert afterwards. An unknown id is 422, and then none is acknowledged.',
    key: 'required',
    body: Type.Object({
      ids: doc(
        'Alerts to acknowledge. Left out: all that are open.',
        Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1_000, uniqueItems: true })),
        { example: [31, 32] },
      ),
    }),
    audit: false,
    replies: { 200: bare(AcknowledgedAlerts) },
  }),
};
