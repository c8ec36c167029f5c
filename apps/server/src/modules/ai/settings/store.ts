import { eq } from 'drizzle-orm';
import { pick, type RowOf } from '../../../infra/postgres/row-schema.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { aiSettings } from './tables.ts';

const columns = pick(
  aiSettings,
  ...([
    ...['enabled', 'rag_enabled', 'shadow_mode', 'autonomous_tuning_enabled', 'presence_context_enabled'],
    ...['takeover_timeout_sec', 'offline_outcome_mode', 'budget_visitor_tokens', 'budget_widget_tokens'],
    ...['budget_visitor_usd_micro', 'budget_widget_usd_micro', 'legacy_persona', 'migrated_assistant_id'],
  ] as const),
);

export type Settings = RowOf<typeof columns>;

export async function find({ sql, widgetId }: InWidget<Read>): Promise<Settings | undefined> {
  const [found] = await sql.prepared(columns)`
    SELECT enabled, rag_enabled, shadow_mode, autonomous_tuning_enabled, presence_context_enabled, takeover_timeout_sec,
      offline_outcome_mode, budget_visitor_tokens, budget_widget_tokens, budget_visitor_usd_micro, budget_widget_usd_micro,
      legacy_persona, migrated_assistant_id
    FROM ai_settings WHERE widget_id = ${widgetId}`;
  return found;
}

export function raiseRevision({ run, widgetId, now }: InWidget) {
  run`
    INSERT INTO ai_settings (widget_id, updated_at) VALUES (${widgetId}, ${now.toString()})
    ON CONFLICT (widget_id) DO UPDATE SET revision = excluded.revision`;
}

/** Needs the row: raise the revision first. */
export async function update({ db, widgetId, now }: InWidget, changes: Partial<Settings>) {
  await db
    .update(aiSettings)
    .set({ ...changes, updated_at: now.toString() })
    .where(eq(aiSettings.widget_id, widgetId));
}
