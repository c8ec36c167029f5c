import type { SettingChanges, SettingValues } from '@parley/contract';
import type { Context } from '../../../../kernel/data/context.ts';
import { invalid } from '../../../../kernel/problems.ts';
import { withUnsetValues } from './merge-settings.ts';
import * as store from './store.ts';

/** Rules beyond the schema: settings must fit each other, and what they refer to must exist. */
export async function validateSettings(ctx: Context, values: SettingValues, changes: SettingChanges) {
  const errors: Record<string, string | string[]> = {
    ...checkLanguages(values, changes),
    ...checkOfficeHours(changes),
    ...(await checkIcon(ctx, changes)),
  };
  if (Object.keys(errors).length) throw invalid(errors);
}

/** Every language in use must be enabled, whether the use or the list changed. */
function checkLanguages(values: SettingValues, changes: SettingChanges) {
  const supported = new Set<string>(['auto', ...withUnsetValues(values).widget_supported_languages]);
  const missing = [...listLanguageUses(values)].filter(({ locale }) => !supported.has(locale));
  const missed = missing.filter(({ path }) => !((path.split('.')[0] as string) in changes));
  return {
    ...Object.fromEntries(
      missing.map(({ path, locale }) => [path, `is not one of widget_supported_languages: ${locale}`]),
    ),
    ...(missed.length && {
      widget_supported_languages: missed.map(({ path, locale }) => `must include ${locale}, which is used by ${path}`),
    }),
  };
}

function* listLanguageUses(values: SettingValues): Iterable<{ path: string; locale: string }> {
  const { widget_default_language: chosen } = values;
  const { widget_fallback_language, widget_text_translations } = withUnsetValues(values);
  if (chosen) yield { path: 'widget_default_language', locale: chosen };
  yield { path: 'widget_fallback_language', locale: widget_fallback_language };
  for (const [text, byLocale] of Object.entries(widget_text_translations)) {
    for (const locale of Object.keys(byLocale)) yield { path: `widget_text_translations.${text}.${locale}`, locale };
  }
}

function checkOfficeHours({ office_hours }: SettingChanges) {
  const days = Object.entries(office_hours ?? {}).filter(([, hours]) => hours && String(hours[0]) >= String(hours[1]));
  return Object.fromEntries(days.map(([day]) => [`office_hours.${day}`, 'must start before it ends']));
}

async function checkIcon(ctx: Context, { icon_preset }: SettingChanges): Promise<Record<string, string>> {
  const fileId = /^custom:(\d+)$/.exec(icon_preset ?? '')?.[1];
  if (!fileId || (await store.findIcon(ctx, fileId))) return {};
  return { icon_preset: 'is not an icon of this widget' };
}
