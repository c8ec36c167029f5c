import type { api, LearningTarget } from '@parley/contract';
import type { Context, InWidget, Read, Write } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid } from '../../../kernel/problems.ts';
import * as widgets from '../../account/widgets/index.ts';
import * as assistants from '../assistants/index.ts';
import * as settings from '../settings/index.ts';

type Hidden = 'legacy_persona' | 'migrated_assistant_id';
type Changes = Body<typeof api.aiSettings.update, keyof Omit<settings.Settings, Hidden>>;

export async function getSettings(ctx: InWidget<Read>) {
  const { legacy_persona, migrated_assistant_id: _, ...shown } = await settings.find(ctx);
  return {
    ...shown,
    effective_assistant: (await assistants.findEffective(ctx)) ?? null,
    legacy_persona: { present: legacy_persona !== null },
    learning_target: await resolveTarget(ctx, legacy_persona !== null),
  };
}

const MIN_TIMEOUT_SEC = 10;

/** The widget's page only shows whether the AI is on. */
export async function updateSettings(ctx: Context, { offline_outcome_mode: outcome, ...changes }: Changes) {
  const { takeover_timeout_sec: timeout = 0, enabled } = changes;
  if (timeout && timeout < MIN_TIMEOUT_SEC)
    throw invalid({ takeover_timeout_sec: `must be 0 for never, or ${MIN_TIMEOUT_SEC} to 86400` });
  const mode = outcome === undefined ? {} : { offline_outcome_mode: outcome ?? ('always' as const) };
  const before = await settings.update(ctx, { ...changes, ...mode });
  if (enabled !== undefined && enabled !== before.enabled) await widgets.purge(ctx, 'widget', ctx);
  return getSettings(ctx);
}

const MAX_TARGETS = 100;

/** What learning changes if the caller names no assistant. A default assistant decides nothing. */
async function resolveTarget(ctx: InWidget<Read>, hasLegacyPersona: boolean): Promise<LearningTarget> {
  const found = await assistants.listTargets(ctx, MAX_TARGETS + 1);
  const nothing = { storage: null, assistant_id: null, operator_id: null, persona_version: null };
  if (found.length > MAX_TARGETS) return { status: 'overflow', ...nothing, eligible_targets: [] };
  const eligible_targets = found.map(({ assistant_id, operator_id }) => ({ assistant_id, operator_id }));
  const [first] = found;
  if (first && found.every(({ assistant_id }) => assistant_id === first.assistant_id))
    return { status: 'resolved', storage: 'assistant', ...first, eligible_targets };
  if (!first && hasLegacyPersona) return { status: 'legacy', ...nothing, storage: 'legacy_button', eligible_targets };
  return { status: 'assistant_target_required', ...nothing, eligible_targets };
}

/** Changes no other assistant. If the one it made was deleted, it makes another. */
export async function migrate(ctx: InWidget) {
  settings.raiseRevision(ctx);
  const { legacy_persona: persona, migrated_assistant_id: madeId } = await settings.find(ctx);
  if (!persona) return { assistant: null, created: false };
  const made = madeId === null ? undefined : await assistants.find(ctx, madeId);
  if (made) return { assistant: made, created: false };
  const assistant = await assistants.create(ctx, { name: 'Assistant', ...persona });
  await settings.update(ctx, { migrated_assistant_id: assistant.id });
  return { assistant, created: true };
}

/** For the command line. Replaces the one imported before. */
export async function importPersona(work: Write, widgetId: number, persona: settings.LegacyPersona) {
  await settings.update({ ...work, widgetId }, { legacy_persona: persona });
  work.audit({ action: 'ai.persona_imported', widgetId });
}
