import type { DeclaredJob, InWidget, Read } from '../../../kernel/data/context.ts';
import * as store from './store.ts';

export type { Settings } from './store.ts';
export type { LegacyPersona } from './tables.ts';

const DEFAULTS: store.Settings = {
  enabled: false,
  rag_enabled: true,
  shadow_mode: false,
  autonomous_tuning_enabled: false,
  presence_context_enabled: true,
  takeover_timeout_sec: 0,
  offline_outcome_mode: 'always',
  budget_visitor_tokens: 100_000,
  budget_widget_tokens: 5_000_000,
  budget_visitor_usd_micro: null,
  budget_widget_usd_micro: null,
  legacy_persona: null,
  migrated_assistant_id: null,
};

export async function find(ctx: InWidget<Read>): Promise<store.Settings> {
  return (await store.find(ctx)) ?? DEFAULTS;
}

/** Visitors learn whether somebody answers. Routing runs it. */
export const announceAvailability: DeclaredJob<{ widget_id: number }> = { name: 'routing.announce', attempts: 3 };

/** The knowledge base embeds its rules again if their model has changed. `kb/rules` runs it. */
export const followEmbeddingModel: DeclaredJob<{ widget_id: number }> = { name: 'kb.follow_model', attempts: 3 };

/**
 * For every change of what decides whether the AI answers. A write calls it first: it also locks the settings, so that
 * such writes of a widget don't overlap.
 */
export function raiseRevision(ctx: InWidget) {
  store.raiseRevision(ctx);
  ctx.notify('ai', ctx.widgetId);
  ctx.enqueue(announceAvailability, { widget_id: ctx.widgetId });
  ctx.enqueue(followEmbeddingModel, { widget_id: ctx.widgetId });
}

/** Returns the settings as they were. */
export async function update(ctx: InWidget, changes: Partial<store.Settings>) {
  raiseRevision(ctx);
  const before = await find(ctx);
  await store.update(ctx, changes);
  return before;
}
