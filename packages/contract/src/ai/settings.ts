import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { doc, Id, nullable, nullableEnum, one } from '../route/schemas.ts';
import { Assistant } from './assistants.ts';

const flags = {
  enabled: doc('Whether the AI answers visitors.', Type.Boolean()),
  rag_enabled: doc('Whether replies use the knowledge base.', Type.Boolean()),
  shadow_mode: doc('Whether the AI only drafts replies, which agents send.', Type.Boolean()),
  autonomous_tuning_enabled: doc('Whether learning may change personas by itself.', Type.Boolean()),
  presence_context_enabled: doc('Whether the AI knows who of the team is online.', Type.Boolean()),
  takeover_timeout_sec: doc(
    'Seconds a visitor waits for an agent who accepted before the AI answers, at least 10; 0: it never does.',
    Type.Integer({
      minimum: 0,
      maximum: 86_400,
    }),
    { example: 300 },
  ),
};

const offlineOutcomes = ['always', 'suppress_after_safe_reply'] as const;

const Budget = nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Null: no limit' }));

/** By day in the account's time zone. */
const budgets = {
  budget_visitor_tokens: doc('Tokens a day for one visitor; null: no limit.', Budget, { example: 100_000 }),
  budget_widget_tokens: doc('Tokens a day for the widget; null: no limit.', Budget, { example: 5_000_000 }),
  budget_visitor_usd_micro: doc('Millionths of a US dollar a day for one visitor; null: no limit.', Budget, {
    example: 200_000,
  }),
  budget_widget_usd_micro: doc('Millionths of a US dollar a day for the widget; null: no limit.', Budget, {
    example: 20_000_000,
  }),
};

const EligibleTarget = Type.Object({
  assistant_id: doc('An enabled assistant.', Id),
  operator_id: doc('An active AI operator that runs it.', Id),
});

/** What learning changes. */
const LearningTarget = Type.Object({
  status: doc(
    'Whether one target is clear; on `legacy` it is the imported persona.',
    Type.Enum(['resolved', 'legacy', 'assistant_target_required', 'overflow']),
  ),
  storage: doc(
    'Where the persona is that learning changes; null unless there is a target.',
    nullableEnum(['assistant', 'legacy_button']),
    { example: 'assistant' },
  ),
  assistant_id: doc('The assistant; null unless it is resolved.', nullable(Id)),
  operator_id: doc('The AI operator; null unless it is resolved.', nullable(Id)),
  persona_version: doc(
    'Current version of the persona; null unless it is resolved.',
    nullable(Type.Integer({ minimum: 1 })),
    { example: 4 },
  ),
  eligible_targets: doc(
    'Enabled assistants with an active AI operator, sorted. None are listed on overflow.',
    Type.Array(EligibleTarget, { maxItems: 100 }),
  ),
});
export type LearningTarget = Static<typeof LearningTarget>;

const EffectiveAssistant = Type.Object({
  id: doc('The assistant.', Id),
  name: doc('Its name.', Type.String(), { example: 'Shop assistant' }),
  operator_id: doc('The AI operator that runs it.', Id),
});

export const AiSettings = Type.Object({
  ...flags,
  offline_outcome_mode: doc(
    'Whether a visitor is told that nobody is at work even after the AI has replied.',
    Type.Enum([...offlineOutcomes]),
  ),
  ...budgets,
  effective_assistant: doc(
    'The assistant that a new chat uses; null if there is none.',
    nullable(Type.Object(EffectiveAssistant.properties)),
  ),
  legacy_persona: doc(
    'The persona from before assistants.',
    Type.Object({ present: doc('Whether one was imported.', Type.Boolean()) }),
  ),
  learning_target: doc('What learning changes if the caller names no assistant.', LearningTarget),
});

export const PersonaMigration = Type.Object({
  assistant: doc('The assistant made of the legacy persona; null if there is none.', nullable(Assistant)),
  created: doc('False if there is no legacy persona, or its assistant exists already.', Type.Boolean()),
});

const write = { scope: 'ai:write', rate: 'write', key: 'required' } as const;

export const aiSettings = {
  read: route({
    scope: 'ai:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/ai/settings',
    summary: 'Retrieve the AI settings, the assistant that a new chat uses and the learning target',
    description: "`silence` in `GET /v1/chats/{id}/ai` says why the AI doesn't answer in one chat.",
    replies: { 200: one(AiSettings) },
  }),
  update: route({
    ...write,
    method: 'PATCH',
    path: '/v1/ai/settings',
    summary: 'Update AI settings. Null removes a budget and resets `offline_outcome_mode`',
    description:
      "Only the members in the request change. Switching the AI off leaves its chats to people. Over a budget, chats are handed to people until the next day in the account's time zone.",
    purges: 'widget',
    purgesByHandler: true,
    body: Type.Object(
      {
        ...Type.Partial(Type.Object(flags)).properties,
        offline_outcome_mode: doc(
          'Whether a visitor is told that nobody is at work even after the AI has replied; null: `always`.',
          Type.Optional(nullableEnum(offlineOutcomes)),
        ),
        ...Type.Partial(Type.Object(budgets)).properties,
      },
      { minProperties: 1 },
    ),
    audit: 'ai.settings_updated',
    replies: { 200: one(AiSettings) },
  }),
  migrate: route({
    ...write,
    method: 'POST',
    destructive: true,
    path: '/v1/ai/settings/migrate',
    summary: 'Create an assistant from the imported legacy persona. Repeated, it returns the same assistant',
    description:
      'A widget without a legacy persona is 200 with `assistant: null`. Give the assistant an AI operator to have it answer.',
    audit: 'ai.persona_migrated',
    replies: { 200: one(PersonaMigration) },
    problems: ['limit_reached'],
  }),
};
