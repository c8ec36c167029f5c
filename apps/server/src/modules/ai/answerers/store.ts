import { json, pick } from '../../../infra/postgres/row-schema.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { aiSettings } from '../settings/tables.ts';
import { ANSWERERS } from './tables.ts';

/** An operator who can answer. */
export interface Answerer {
  id: number;
  isExternal: boolean;
  /** Null for an external operator. */
  assistantId: number | null;
  isDefault: boolean;
  /** Whether a model can be called; true for an external operator. */
  isUsable: boolean;
}

const columns = {
  ...pick(aiSettings, 'revision', 'shadow_mode', 'takeover_timeout_sec'),
  /** Oldest first. */
  answerers: json<Answerer[]>(),
};

/** Undefined while the AI is off. */
export async function find({ sql, widgetId }: InWidget<Read>) {
  const [found] = await sql.prepared(columns)`
    SELECT s.revision, s.shadow_mode, s.takeover_timeout_sec, coalesce((
      SELECT json_agg(json_build_object('id', id, 'isExternal', is_external, 'assistantId', assistant_id, 'isDefault', is_default,
        'isUsable', is_usable) ORDER BY id) FROM (${ANSWERERS}) AS each
    ), '[]') AS answerers
    FROM ai_settings s WHERE s.widget_id = ${widgetId} AND s.enabled`;
  return found;
}
