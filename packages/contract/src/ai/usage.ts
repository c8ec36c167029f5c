import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { bare, doc, Id, nullable, Timestamp } from '../route/schemas.ts';
import { window } from '../statistics/statistics.ts';

const Count = Type.Integer({ minimum: 0 });

const figures = {
  calls: doc('Requests to models.', Count, { example: 412 }),
  failures: doc('Of these, how many failed.', Count, { example: 3 }),
  input_tokens: doc('Tokens of prompts, as providers count them.', Count, { example: 918_000 }),
  output_tokens: doc('Tokens of answers.', Count, { example: 74_200 }),
  cost_usd_micro: doc('Millionths of a US dollar, by the prices of the credentials.', Type.Integer({ minimum: 0 }), {
    example: 378_000,
  }),
};

const UsageRow = Type.Object({
  date: doc(
    "A day in the account's time zone.",
    Type.String({
      pattern: '^\\d{4}-\\d\\d-\\d\\d$',
      examples: ['2026-11-15'],
    }),
    { example: '2026-05-15' },
  ),
  assistant_id: doc('The assistant; null where none was involved.', nullable(Id)),
  model: doc('The model, as the provider names it.', Type.String(), { example: 'gpt-5-mini' }),
  purpose: doc('`reply`, `draft`, `test`, `embedding` or `translation`; others may be added.', Type.String(), {
    example: 'reply',
  }),
  ...figures,
});

export const AiUsage = Type.Object({
  from: doc('Beginning of the period, included.', Timestamp),
  to: doc('End of the period, excluded.', Timestamp),
  totals: doc('All rows together.', Type.Object(figures)),
  rows: doc('One row for each day, assistant, model and purpose, oldest day first.', Type.Array(UsageRow)),
});

export const aiUsage = {
  read: route({
    scope: 'ai:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/ai/usage',
    summary:
      'Retrieve model calls, tokens and cost of a period by day, assistant, model and purpose; by default the last 30 days',
    description:
      'The period is read as in [statistics](/docs/guides/statistics). Calls by credentials without prices cost 0.',
    query: Type.Object(window),
    replies: { 200: bare(AiUsage) },
  }),
};
