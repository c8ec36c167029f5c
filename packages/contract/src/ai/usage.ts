import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { bare, Id, nullable, Timestamp } from '../route/schemas.ts';
import { window } from '../statistics/statistics.ts';

const Count = Type.Integer({ minimum: 0 });

const figures = {
  calls: Count,
  failures: Count,
  input_tokens: Count,
  output_tokens: Count,
  cost_usd_micro: Type.Integer({ minimum: 0, description: 'Millionths of a US dollar' }),
};

const UsageRow = Type.Object({
  date: Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\d$',
    description: "A day in the account's time zone",
    examples: ['2026-11-15'],
  }),
  assistant_id: nullable(Id),
  model: Type.String(),
  purpose: Type.String({ description: 'reply, draft, test, embedding or translation; others may be added' }),
  ...figures,
});

export const AiUsage = Type.Object({
  from: Timestamp,
  to: Timestamp,
  totals: Type.Object(figures),
  rows: Type.Array(UsageRow),
});

export const aiUsage = {
  read: route({
    scope: 'ai:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/ai/usage',
    summary:
      'Retrieve model calls, tokens and cost of a period by day, assistant, model and purpose; by default the last 30 days',
    query: Type.Object(window),
    replies: { 200: bare(AiUsage) },
  }),
};
