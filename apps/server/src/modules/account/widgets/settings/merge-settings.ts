import {
  type GivenProfiles,
  type Locale,
  type Profile,
  type Profiles,
  profileAliases,
  type SettingChanges,
  type SettingName,
  type SettingsShown,
  type SettingValues,
  settingNames,
  widgetSettings,
} from '@parley/contract';

/** Null removes a setting; omitted ones stay. */
export function mergeSettings(known: SettingValues, changes: SettingChanges): SettingValues {
  const stored = Object.entries(changes).map(([name, value]) => [
    name,
    value === null ? null : toStored(name as SettingName, value, known),
  ]);
  const merged = { ...known, ...Object.fromEntries(stored) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

function toStored(name: SettingName, value: unknown, known: SettingValues) {
  if (name === 'device_profiles') return mergeProfiles(known.device_profiles, value as GivenProfiles);
  if (name === 'office_hours') return { ...CLOSED, ...(value as object) };
  const { asText } = widgetSettings[name] as { asText?: true };
  return asText ? String(Number(value)) : value;
}

const CLOSED = { mon: null, tue: null, wed: null, thu: null, fri: null, sat: null, sun: null };
const NO_PROFILES: Profiles = { version: 1, enabled: false, desktop: {}, mobile: {} };

function mergeProfiles(known = NO_PROFILES, changes: GivenProfiles): Profiles {
  return {
    version: 1,
    enabled: changes.enabled ?? known.enabled,
    desktop: mergeProfile(known.desktop, changes.desktop),
    mobile: mergeProfile(known.mobile, changes.mobile),
  };
}

function mergeProfile(known: Profile, changes: GivenProfiles['desktop'] = {}): Profile {
  const aliases: Record<string, string> = profileAliases;
  const resolved = Object.entries(changes).map(([name, value]) => [aliases[name] ?? name, value]);
  const merged = { ...known, ...Object.fromEntries(resolved) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

/** Stored values, and for the rest what the API returns for unset ones. */
export function withUnsetValues(values: SettingValues): SettingsShown {
  const shown = settingNames.map((name) => [name, values[name] ?? widgetSettings[name].unset]);
  return Object.fromEntries(shown);
}

/** Resolves `auto` to English, since the page is not known. */
export function effectiveLanguage(values: SettingValues): Locale {
  const { widget_default_language: chosen = widgetSettings.widget_default_language.unset } = values;
  return chosen === 'auto' ? 'en' : chosen;
}
