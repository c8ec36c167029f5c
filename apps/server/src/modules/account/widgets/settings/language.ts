import type { api, SettingValues } from '@parley/contract';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import type { Body } from '../../../../kernel/http/inputs.ts';
import { problem } from '../../../../kernel/problems.ts';
import { effectiveLanguage, withUnsetValues } from './merge-settings.ts';
import * as settings from './settings.ts';
import * as store from './store.ts';

export async function get(ctx: Context<Read>) {
  const row = await store.find(ctx, ctx.widgetId);
  if (!row) throw problem('not_found');
  return describe(row.values);
}

/** Same as changing the setting. */
export async function set(ctx: Context, chosen: Body<typeof api.widget.setLanguage, 'widget_default_language'>) {
  await settings.update(ctx, chosen);
  return describe(chosen);
}

function describe(values: SettingValues) {
  return {
    widget_default_language: withUnsetValues(values).widget_default_language,
    is_default: values.widget_default_language === undefined,
    effective_language: effectiveLanguage(values),
  };
}
