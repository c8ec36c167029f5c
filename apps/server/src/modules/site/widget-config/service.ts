import { stickers, type WidgetConfig } from '@parley/contract';
import type { Read } from '../../../kernel/data/context.ts';
import { MAX_BYTES } from '../../../kernel/http/uploads.ts';
import { problem } from '../../../kernel/problems.ts';
import * as files from '../../account/files/index.ts';
import * as widgets from '../../account/widgets/index.ts';
import { readableOn, readableOnDark, readableOnLight } from './colors.ts';
import * as store from './store.ts';

type Settings = Awaited<ReturnType<typeof widgets.readSettings>>;

const MAX_CHARACTERS = 10_000;

/** A widget by its `button_guid`, or the first one. */
export const findWidget = store.findAny;

/** Everything the page needs to draw its widget. */
export async function read(work: Read, widgetId: number): Promise<WidgetConfig> {
  // The revision is read first, so that the rest is never older than it.
  const widget = await store.find(work, widgetId);
  if (!widget) throw problem('not_found');
  const [settings, people] = await Promise.all([
    widgets.readSettings(work, widgetId),
    store.listPeople(work, widgetId),
  ]);
  const { desktop, mobile, languages, texts, quick_phrases, office_hours: days } = settings;
  return {
    button_guid: widget.button_guid,
    revision: widget.revision,
    api_enabled: widget.api_enabled,
    domain: widget.domain,
    tracking: settings.visitor_tracking,
    look: lookOf(settings),
    desktop,
    mobile,
    languages,
    texts,
    quick_phrases,
    people: people.map(({ avatar_file_id, ...person }) => ({
      ...person,
      avatar_url: files.pictureUrl(work, widgetId, avatar_file_id),
    })),
    intro_form: introFormOf(settings),
    consent: consentOf(settings),
    offline_form: settings.offline_form_enabled,
    office_hours: days && { timezone: widget.timezone, days },
    sound: settings.sound_enabled,
    transcript: settings.transcript_mail_enabled,
    stickers: [...stickers],
    limits: { message_characters: MAX_CHARACTERS, file_bytes: MAX_BYTES },
  };
}

function lookOf(settings: Settings): WidgetConfig['look'] {
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

function introFormOf(settings: Settings): WidgetConfig['intro_form'] {
  if (!settings.intro_form_enabled) return null;
  const { intro_form_name: name, intro_form_email: email, intro_form_phone: phone } = settings;
  return { name, email, phone };
}

function consentOf({ consent_text: text, consent_url: url }: Settings): WidgetConfig['consent'] {
  return text || url ? { url } : null;
}
