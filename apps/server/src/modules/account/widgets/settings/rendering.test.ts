import { api, locales } from '@parley/contract';
import { expect, test } from 'vitest';
import { startSettings } from '../../../../../test/settings.ts';
import { readSettings } from '../index.ts';

async function startRendering() {
  const { app, ann, set } = await startSettings();
  return {
    app,
    ann,
    /** The rendered settings after a change. */
    render: async (changes?: unknown) => {
      if (changes) await set(changes);
      const { config, ...settings } = await app.unitOfWork.read((work) => readSettings(work, ann.widgetId));
      return { ...settings, ...config, office_hours: config.office_days };
    },
  };
}

const DEVICE = {
  position: 'bottom-right',
  launcher_size: 60,
  launcher_x: 20,
  launcher_y: 20,
  chat_x: 0,
  chat_y: 0,
  reveal_seconds: 1,
  auto_open_seconds: 0,
  show_signature: true,
  show_logo: true,
};
const place = 'service-position-widget-in-page-';

test('a widget without settings renders the defaults', async () => {
  const { render } = await startRendering();
  const settings = await render();
  expect(settings).toMatchObject({
    skin: 'classic',
    accent_color: '#0f5e5a',
    color_scheme: 'auto',
    chat_bg: null,
    widget_header_align: 'left',
    operators_display_mode: 'all',
    widget_show_operator_avatars: true,
    widget_show_tabs_bar: true,
    widget_show_lang_switcher: true,
    widget_show_copyright: true,
    icon_preset: 'chat',
    icon_custom_animated: '0',
    visitor_tracking: false,
    widget_api_contact_sync: false,
    intro_form_enabled: false,
    intro_form_name: 'optional',
    intro_form_email: 'required',
    intro_form_phone: 'hidden',
    offline_form_enabled: true,
    sound_enabled: true,
    transcript_mail_enabled: true,
    unseen_reply_mail: false,
    office_hours: null,
    effective_language: 'ru',
    languages: { default: 'ru', supported: locales, fallback: 'en' },
    quick_phrases: {},
    desktop: DEVICE,
    mobile: DEVICE,
  });
  const unsaid = { source: null, translations: {} };
  expect(settings.texts).toEqual({ name: unsaid, signature: unsaid, greeting: unsaid, consent: unsaid });
});

test('settings are rendered, texts with translations and hours from Monday', async () => {
  const { ann, render } = await startRendering();
  const quick_phrases = { en: ['Where is my order?'] };
  await ann.call(api.widget.setQuickPhrases, { body: { quick_phrases } });
  const settings = await render({
    skin: 'liquid',
    sound_enabled: false,
    widget_name: 'Лавка',
    consent_text: 'Yes',
    marketing_consent_text: 'Send me offers.',
    widget_default_language: 'auto',
    widget_text_translations: { widget_name: { en: 'Shop' } },
    office_hours: { mon: ['09:00', '18:00'], sun: ['10:00', '24:00'] },
  });
  expect(settings).toMatchObject({
    skin: 'liquid',
    sound_enabled: false,
    effective_language: 'en',
    languages: { default: 'auto' },
    quick_phrases,
    texts: {
      name: { source: 'Лавка', translations: { en: 'Shop' } },
      greeting: { source: null, translations: {} },
      consent: { source: 'Yes', translations: {} },
    },
    marketing_consent: 'Send me offers.',
  });
  const closed = Array(5).fill(null);
  expect(settings.office_hours).toEqual([{ from: '09:00', to: '18:00' }, ...closed, { from: '10:00', to: '24:00' }]);
});

const OF_EVERY_SCREEN = {
  widget_position: `${place}top-left`,
  widget_button_size: 75,
  widget_offset_x: 5,
  widget_offset_y: '6',
  widget_chat_offset_x: 7,
  widget_chat_offset_y: 8,
  widget_button_freeze: 30,
  widget_button_open: '15',
  widget_show_copyright: false,
};
const DRAWN = {
  position: 'top-left',
  launcher_size: 45,
  launcher_x: 5,
  launcher_y: 6,
  chat_x: 7,
  chat_y: 8,
  reveal_seconds: 30,
  auto_open_seconds: 15,
  show_signature: false,
  show_logo: true,
};

test('without profiles the shared settings apply, and the launcher appears after a second', async () => {
  const { render } = await startRendering();
  expect(await render(OF_EVERY_SCREEN)).toMatchObject({ desktop: DRAWN, mobile: DRAWN });
  const late = await render({ widget_button_freeze: null, widget_button_size: 50 });
  expect(late.desktop).toMatchObject({ reveal_seconds: 1, launcher_size: 44 });
});

test('disabled profiles are ignored', async () => {
  const { render } = await startRendering();
  const device_profiles = { desktop: { launcher_size_px: 44 }, mobile: { show_logo: false } };
  expect(await render({ ...OF_EVERY_SCREEN, device_profiles })).toMatchObject({ desktop: DRAWN, mobile: DRAWN });
});

test('with profiles omitted values are the defaults, and the launcher appears at once', async () => {
  const { render } = await startRendering();
  const device_profiles = {
    enabled: true,
    desktop: { launcher_size_px: 44, position: `${place}bottom-left`, widget_button_open: 90, show_signature: true },
    mobile: { show_logo: false, launcher_offset_x_px: 0, launcher_reveal_delay_sec: 60 },
  };
  const { desktop, mobile } = await render({ ...OF_EVERY_SCREEN, device_profiles });
  const usual = { ...DEVICE, launcher_size: 100, reveal_seconds: 0 };
  expect(desktop).toEqual({ ...usual, launcher_size: 44, position: 'bottom-left', auto_open_seconds: 90 });
  expect(mobile).toEqual({ ...usual, show_logo: false, launcher_x: 0, reveal_seconds: 60, show_signature: false });
});

test("a profile inherits the widget's signature unless it sets its own", async () => {
  const { render } = await startRendering();
  const first = await render({ device_profiles: { enabled: true, mobile: { show_signature: false } } });
  expect([first.desktop.show_signature, first.mobile.show_signature]).toEqual([true, false]);
  const second = await render({
    widget_show_copyright: false,
    device_profiles: { mobile: { show_signature: null }, desktop: { show_signature: true } },
  });
  expect([second.desktop.show_signature, second.mobile.show_signature]).toEqual([true, false]);
});
