import { isDeepStrictEqual } from 'node:util';
import { policyNames, type SettingChanges, type SettingName, translatedTexts } from '@parley/contract';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import { problem } from '../../../../kernel/problems.ts';
import { mergeSettings, withUnsetValues } from './merge-settings.ts';
import * as store from './store.ts';
import { validateSettings } from './validate-settings.ts';

export async function get(ctx: Context<Read>) {
  const row = await store.find(ctx, ctx.widgetId);
  if (!row) throw problem('not_found');
  return describe(row);
}

export async function update(ctx: Context, changes: SettingChanges) {
  const row = await store.lock(ctx);
  const values = mergeSettings(row.values, changes);
  await validateSettings(ctx, values, changes);
  const [before, after] = [withUnsetValues(row.values), withUnsetValues(values)];
  const isChanged = (names: SettingName[]) => names.some((name) => !isDeepStrictEqual(before[name], after[name]));
  const stored = await store.update(ctx, {
    values,
    policy_revision: row.policy_revision + Number(isChanged(policyNames)),
    translation_revision: row.translation_revision + Number(isChanged([...policyNames, ...translatedTexts])),
  });
  return describe({ ...row, ...stored });
}

function describe({ widget_id, api_enabled, values, ...row }: store.SettingsRow) {
  const shown = withUnsetValues(values);
  return {
    widget_id,
    api_enabled,
    ...shown,
    widget_language_policy_revision: row.policy_revision,
    widget_translation_revision: row.translation_revision,
    widget_translation_status: {
      available: false,
      enabled: shown.widget_auto_translate_custom_texts,
      reason: 'schema_unavailable',
      revision: row.translation_revision,
      total: 0,
      counts: { ready: 0, stale: 0, pending: 0, failed: 0 },
    },
    updated_at: row.updated_at,
  };
}
