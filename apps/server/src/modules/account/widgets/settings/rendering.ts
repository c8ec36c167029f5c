import {
  type SettingsRendered,
  type SettingValues,
  settingNames,
  type translatedTexts,
  type WidgetConfig,
  widgetSettings,
} from '@parley/contract';
import type { Read } from '../../../../kernel/data/context.ts';
import { problem } from '../../../../kernel/problems.ts';
import { effectiveLanguage } from './merge-settings.ts';
import { find } from './store.ts';

type Device = WidgetConfig['desktop'];

/** Settings as the widget uses them: stored values, else those it renders by default. */
export async function readSettings(work: Read, widgetId: number) {
  const row = await find(work, widgetId);
  if (!row) throw problem('not_found');
  return { ...render(row.values), quick_phrases: row.quick_phrases };
}

function render(values: SettingValues) {
  const rendered = settingNames.map((name) => [name, values[name] ?? widgetSettings[name].rendered]);
  const settings: SettingsRendered = Object.fromEntries(rendered);
  return {
    ...settings,
    effective_language: effectiveLanguage(values),
    languages: {
      default: settings.widget_default_language,
      supported: settings.widget_supported_languages,
      fallback: settings.widget_fallback_language,
    },
    texts: renderTexts(settings),
    office_hours: settings.office_hours && daysOf(settings.office_hours),
    desktop: renderDevice(settings, 'desktop'),
    mobile: renderDevice(settings, 'mobile'),
  };
}

function renderTexts(settings: SettingsRendered): WidgetConfig['texts'] {
  const textOf = (name: (typeof translatedTexts)[number]) => {
    const translations = settings.widget_text_translations[name] as Record<string, string> | undefined;
    return { source: settings[name], translations: translations ?? {} };
  };
  return {
    name: textOf('widget_name'),
    signature: textOf('widget_signature'),
    greeting: textOf('widget_greeting'),
    consent: { source: settings.consent_text, translations: {} },
  };
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

function daysOf(week: NonNullable<SettingValues['office_hours']>) {
  return DAYS.map((day) => {
    const [from = '', to = ''] = week[day] ?? [];
    return week[day] ? { from, to } : null;
  });
}

/** With profiles, omitted values are the defaults; without, the shared settings apply. */
function renderDevice(settings: SettingsRendered, screen: 'desktop' | 'mobile'): Device {
  const { device_profiles, widget_show_copyright: show_signature } = settings;
  const defaults = widgetSettings.device_profiles.rendered[screen];
  const { position, ...profile } = device_profiles.enabled
    ? { ...defaults, launcher_reveal_delay_sec: 0, show_signature, ...device_profiles[screen] }
    : { ...defaults, show_signature, ...renderSharedProfile(settings) };
  return {
    position: position.replace(/^.*-in-page-/, '') as Device['position'],
    launcher_size: profile.launcher_size_px,
    launcher_x: profile.launcher_offset_x_px,
    launcher_y: profile.launcher_offset_y_px,
    chat_x: profile.chat_offset_x_px,
    chat_y: profile.chat_offset_y_px,
    reveal_seconds: profile.launcher_reveal_delay_sec,
    auto_open_seconds: profile.auto_open_delay_sec,
    show_signature: profile.show_signature,
    show_logo: profile.show_logo,
  };
}

/** Size of the launcher, and the smallest that is easy to tap. */
const LAUNCHER_PX = 60;
const MIN_LAUNCHER_PX = 44;

function renderSharedProfile(settings: SettingsRendered) {
  return {
    position: settings.widget_position,
    launcher_size_px: Math.max(MIN_LAUNCHER_PX, (LAUNCHER_PX * Number(settings.widget_button_size)) / 100),
    launcher_offset_x_px: Number(settings.widget_offset_x),
    launcher_offset_y_px: Number(settings.widget_offset_y),
    chat_offset_x_px: Number(settings.widget_chat_offset_x),
    chat_offset_y_px: Number(settings.widget_chat_offset_y),
    launcher_reveal_delay_sec: Number(settings.widget_button_freeze),
    auto_open_delay_sec: Number(settings.widget_button_open),
  };
}
