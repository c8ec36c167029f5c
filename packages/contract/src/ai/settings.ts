import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { Id, nullable, nullableEnum, one } from '../route/schemas.ts';
import { Assistant } from './assistants.ts';

const flags = {
  enabled: Type.Boolean({ description: 'Whether the AI answers visitors' }),
  rag_enabled: Type.Boolean({ description: 'Whether replies use the knowledge base' }),
  shadow_mode: Type.Boolean({ description: 'Whether the AI only drafts replies, which agents send' }),
  autonomous_tuning_enabled: Type.Boolean({ description: 'Whether learning may change personas by itself' }),
  presence_context_enabled: Type.Boolean({ description: 'Whether the AI knows who of the team is online' }),
  takeover_timeout_sec: Type.Integer({
    minimum: 0,
    maximum: 86_400,
    description:
      'How long a visitor waits for an agent who accepted before the AI answers, at least 10; 0: it never does',
  }),
};

const offlineOutcomes = ['always', 'suppress_after_safe_reply'] as const;

const Budget = nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Null: no limit' }));

/** By day in the account's time zone. */
const budgets = {
  budget_visitor_tokens: Budget,
  budget_widget_tokens: Budget,
  budget_visitor_usd_micro: Budget,
  budget_widget_usd_micro: Budget,
};

const EligibleTarget = Type.Object({ assistant_id: Id, operator_id: Id });

/** What learning changes. */
const LearningTarget = Type.Object({
  status: Type.Enum(['resolved', 'legacy', 'assistant_target_required', 'overflow']),
  storage: nullableEnum(['assistant', 'legacy_button']),
  assistant_id: nullable(Id),
  operator_id: nullable(Id),
  persona_version: nullable(Type.Integer({ minimum: 1 })),
  eligible_targets: Type.Array(EligibleTarget, { maxItems: 100, description: 'None are listed on overflow' }),
});
export type LearningTarget = Static<typeof LearningTarget>;

const EffectiveAssistant = Type.Object({ id: Id, name: Type.String(), operator_id: Id });

export const AiSettings = Type.Object({
  ...flags,
  offline_outcome_mode: Type.Enum([...offlineOutcomes], {
    description: 'Whether a visitor is told that nobody is at work even after the AI has replied',
  }),
  ...budgets,
  effective_assistant: nullable(
    Type.Object(EffectiveAssistant.properties, { description: 'The one that a new chat uses' }),
  ),
  legacy_persona: Type.Object({ present: Type.Boolean() }),
  learning_target: LearningTarget,
});

export const PersonaMigration = Type.Object({
  assistant: nullable(Assistant),
  created: Type.Boolean({ description: 'False if there is no legacy persona, or its assistant exists already' }),
});

const write = { scope: 'ai:write', rate: 'write', key: 'required' } as const;

export const aiSettings = {
  read: route({
    scope: 'ai:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/ai/settings',
    summary: 'Retrieve the AI settings, the assistant that a new chat uses and the learning target',
    replies: { 200: one(AiSettings) },
  }),
  update: route({
    ...write,
    method: 'PATCH',
    path: '/v1/ai/settings',
    summary: 'Update AI settings. Null removes a budget and resets `offline_outcome_mode`',
    purges: 'widget',
    purgesByHandler: true,
    body: Type.Object(
      {
        ...Type.Partial(Type.Object(flags)).properties,
        offline_outcome_mode: Type.Optional(nullableEnum(offlineOutcomes)),
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
    audit: 'ai.persona_migrated',
    replies: { 200: one(PersonaMigration) },
    problems: ['limit_reached'],
  }),
};
