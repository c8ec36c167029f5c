import type { WidgetConfig } from '../config.ts';
import type { translatedTexts } from '../language-settings.ts';
import type { SettingsRendered, SettingValues } from '../settings.ts';
import { readableOn, readableOnDark, readableOnLight } from './colors.ts';
import { deviceDefaults } from './device-defaults.ts';

type Device = WidgetConfig['desktop'];

/**
 * The part of a widget's configuration that follows from its settings. The server serves it and the console previews it, so
 * this loads without the schemas.
 */
export function renderConfig(settings: SettingsRendered) {
  return {
    tracking: settings.visitor_tracking,
    look: renderLook(settings),
    desktop: renderDevice(settings, 'desktop'),
    mobile: renderDevice(settings, 'mobile'),
    languages: {
      default: settings.widget_default_language,
      supported: settings.widget_supported_languages,
      fallback: settings.widget_fallback_language,
    },
    texts: renderTexts(settings),
    intro_form: renderIntroForm(settings),
    consent: renderConsent(settings),
    marketing_consent: settings.marketing_consent_text || null,
    offline_form: settings.offline_form_enabled,
    /** Without the time zone, which is the account's. */
    office_days: settings.office_hours && renderDays(settings.office_hours),
    sound: settings.sound_enabled,
    transcript: settings.transcript_mail_enabled,
  };
}

function renderLook(settings: SettingsRendered): WidgetConfig['look'] {
  return {
    skin: settings.skin,
    scheme: settings.color_scheme,
    accent: settings.accent_color,
    on_accent: readableOn(settings.accent_color),
    accent_on_light: readableOnLight(settings.accent_color),
    accent_on_dark: readableOnDark(settings.accent_color),
    background: settings.chat_bg,
    header_align: settings.widget_header_align,
    capsule_title: settings.capsule_title,
    capsule_subtitle: settings.capsule_subtitle,
    icon: settings.icon_preset,
    icon_motion: settings.icon_custom_animated as WidgetConfig['look']['icon_motion'],
    operators: settings.operators_display_mode,
    show_avatars: settings.widget_show_operator_avatars,
    show_tabs: settings.widget_show_tabs_bar,
    show_languages: settings.widget_show_lang_switcher,
  };
}

function renderIntroForm(settings: SettingsRendered): WidgetConfig['intro_form'] {
  if (!settings.intro_form_enabled) return null;
  const { intro_form_name: name, intro_form_email: email, intro_form_phone: phone } = settings;
  return { name, email, phone };
}

function renderConsent({ consent_text: text, consent_url: url }: SettingsRendered): WidgetConfig['consent'] {
  return text || url ? { url } : null;
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

function renderDays(week: NonNullable<SettingValues['office_hours']>) {
  return DAYS.map((day) => {
    const [from = '', to = ''] = week[day] ?? [];
    return week[day] ? { from, to } : null;
  });
}

/** With profiles, omitted values are the defaults; without, the shared settings apply. */
function renderDevice(settings: SettingsRendered, screen: 'desktop' | 'mobile'): Device {
  const { device_profiles, widget_show_copyright: show_signature } = settings;
  const { position, ...profile } = device_profiles.enabled
    ? { ...deviceDefaults, launcher_reveal_delay_sec: 0, show_signature, ...device_profiles[screen] }
    : { ...deviceDefaults, show_signature, ...renderSharedProfile(settings) };
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
