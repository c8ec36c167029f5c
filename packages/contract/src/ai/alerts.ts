import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { bare, defaulted, Id, nullable, page, pageOf, Timestamp } from '../route/schemas.ts';

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
  id: Id,
  kind: Type.Enum([...kinds]),
  detail: Type.String(),
  credential_id: nullable(Id),
  operator_id: nullable(Id),
  chat_id: nullable(Id),
  count: Type.Integer({ minimum: 1, description: 'How many times it happened before it was acknowledged' }),
  created_at: Timestamp,
  last_at: Timestamp,
  acknowledged_at: nullable(Timestamp),
  acknowledged_by: nullable(
    Type.Integer({ minimum: 1, description: 'The agent who acknowledged it; null for a token' }),
  ),
});

export const AcknowledgedAlerts = Type.Object({ acknowledged: Type.Integer({ minimum: 0 }) });

export const aiAlerts = {
  list: route({
    scope: 'ai:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/ai/alerts',
    summary: 'List alerts about the AI, newest first',
    query: page({ state: defaulted(Type.Enum(['unacknowledged', 'acknowledged', 'all']), 'unacknowledged') }),
    replies: { 200: pageOf(AiAlert) },
  }),
  acknowledge: route({
    scope: 'ai:write',
    rate: 'write',
    method: 'POST',
    path: '/v1/ai/alerts/acknowledge',
    summary: 'Acknowledge alerts: the named ones, or all without `ids`',
    key: 'required',
    body: Type.Object({ ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1_000, uniqueItems: true })) }),
    audit: false,
    replies: { 200: bare(AcknowledgedAlerts) },
  }),
};
