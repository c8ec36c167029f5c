import { type SettingsRendered, settingNames, widgetSettings } from '@parley/contract';
import { renderConfig } from '@parley/contract/widget-config';
import type { Read } from '../../../../kernel/data/context.ts';
import { problem } from '../../../../kernel/problems.ts';
import { effectiveLanguage } from './merge-settings.ts';
import { find } from './store.ts';

/** Settings as the widget uses them: stored values, else those it renders by default. */
export async function readSettings(work: Read, widgetId: number) {
  const row = await find(work, widgetId);
  if (!row) throw problem('not_found');
  const rendered = settingNames.map((name) => [name, row.values[name] ?? widgetSettings[name].rendered]);
  const settings: SettingsRendered = Object.fromEntries(rendered);
  return {
    ...settings,
    config: renderConfig(settings),
    effective_language: effectiveLanguage(row.values),
    quick_phrases: row.quick_phrases,
  };
}
