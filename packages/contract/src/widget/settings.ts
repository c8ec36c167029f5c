import { type Static, type TOptional, Type } from 'typebox';
import { doc, Id, nullable, Timestamp } from '../route/schemas.ts';
import { skins } from './config.ts';
import { deviceProfiles, openDelays, positionNames, revealDelays } from './device-profiles.ts';
import { languageSettings, longestText } from './language-settings.ts';
import { bottomRight } from './rendering/device-defaults.ts';
import { byName, choice, clearable, oneOf, pixels, text, toggle } from './setting-kinds.ts';

/** Launcher icons. */
export const iconPresets = ['chat', 'bubble', 'question', 'headset', 'wave', 'spark'] as const;
/** Background patterns. */
export const backgrounds = ['dots', 'grid', 'waves'] as const;

const COLOR = '#[0-9a-fA-F]{6}';
const asked = ['hidden', 'optional', 'required'] as const;
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const look = {
  skin: choice(skins, { about: 'Visual theme of the widget.', rendered: 'classic', catalog: '/v1/widget/skins' }),
  accent_color: text(
    { maxLength: 7, pattern: `^${COLOR}$` },
    { about: "Colour of the launcher and of the visitor's messages.", rendered: '#0f5e5a' },
  ),
  color_scheme: choice(['auto', 'light', 'dark'], {
    about: "Light or dark; auto follows the visitor's system.",
    rendered: 'auto',
  }),
  chat_bg: text(
    { maxLength: 7, pattern: `^(?:${[COLOR, ...backgrounds].join('|')})$` },
    {
      about: `Chat background: a colour or one of ${backgrounds.join(', ')}; defaults to the skin's.`,
      example: 'dots',
      rendered: null,
    },
  ),
  widget_header_align: choice(['left', 'center', 'right'], {
    about: 'Alignment of the name and avatars in the header.',
    rendered: 'left',
  }),
  widget_show_operator_avatars: toggle({ about: "Whether agents' avatars are shown.", rendered: true }),
  widget_show_tabs_bar: toggle({ about: 'Whether the tab bar is shown.', rendered: true }),
  widget_show_lang_switcher: toggle({ about: 'Whether the language switcher is shown.', rendered: true }),
  widget_show_copyright: toggle({ about: 'Whether "Powered by" is shown.', rendered: true }),
  operators_display_mode: choice(['all', 'current', 'none'], {
    about: 'Agents in the header: all with show_in_header, the one who handles the chat, or none.',
    rendered: 'all',
  }),
  capsule_title: text(
    { maxLength: 120 },
    { about: 'Title on the launcher of the capsule skin.', example: 'Questions?', rendered: null },
  ),
  capsule_subtitle: text(
    { maxLength: 120 },
    { about: 'Subtitle on the launcher of the capsule skin.', example: 'We answer in minutes', rendered: null },
  ),
  icon_preset: text(
    { maxLength: 24, pattern: `^(?:${iconPresets.join('|')}|custom:[1-9][0-9]{0,15})$` },
    {
      about: 'Launcher icon: a preset, or custom:<file_id> of an icon of this widget.',
      rendered: 'chat',
      catalog: '/v1/widget/icons',
    },
  ),
  icon_custom_animated: oneOf([0, 1, 2], {
    about: 'Animation of a custom icon: 0 or false for none, 1 or true to spin, 2 to spiral.',
    rendered: '0',
    isAlsoBoolean: true,
  }),
};

const place = {
  widget_position: choice(positionNames, { about: 'Corner of the page.', rendered: bottomRight }),
  widget_offset_x: pixels({ about: 'Horizontal offset of the launcher, in pixels.', rendered: '20' }),
  widget_offset_y: pixels({
    about: 'Vertical offset of the launcher, in pixels.',
    rendered: '20',
  }),
  widget_chat_offset_x: pixels({ about: 'Additional horizontal offset of the chat, in pixels.', rendered: '0' }),
  widget_chat_offset_y: pixels({ about: 'Additional vertical offset of the chat, in pixels.', rendered: '0' }),
  widget_button_size: oneOf([50, 75, 100], {
    about: 'Launcher size in percent of 60 pixels, at least 44 pixels; device_profiles use pixels.',
    rendered: '100',
  }),
  widget_button_freeze: oneOf(revealDelays, {
    about: 'Delay before the launcher appears, in seconds.',
    example: '30',
    rendered: '1',
  }),
  widget_button_open: oneOf(openDelays, {
    about: 'Delay before the chat opens by itself, in seconds; 0: never.',
    rendered: '0',
  }),
  device_profiles: deviceProfiles,
};

const words = {
  widget_name: text(
    { maxLength: longestText.widget_name },
    { about: 'Name in the header.', example: 'Tea & Co', rendered: null },
  ),
  widget_signature: text(
    { maxLength: longestText.widget_signature },
    { about: 'Text below the name.', example: 'Customer care', rendered: null },
  ),
  widget_greeting: text(
    { maxLength: longestText.widget_greeting },
    { about: 'Greeting shown before the first message.', example: 'Hello! How can we help?', rendered: null },
  ),
};

const Time = Type.String({ pattern: '^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00)$' });
const Hours = doc(
  'When it opens and closes, as HH:MM; null for a closed day.',
  nullable(Type.Array(Time, { minItems: 2, maxItems: 2 })),
  { example: ['09:00', '18:00'] },
);
const ABOUT_HOURS =
  "Office hours in the account's time zone: [from, to] or null for each day. Replaced as a whole; a day that is left out is closed.";
const examples = [{ ...byName(days, () => ['09:00', '18:00']), sat: null, sun: null }];

const behaviour = {
  visitor_tracking: toggle({
    about: 'Whether a visitor is recognised across pages before opening the chat.',
    rendered: false,
  }),
  widget_api_contact_sync: toggle({
    about: 'Whether setContactInfo emits contact.updated.',
    rendered: false,
  }),
  intro_form_enabled: toggle({ about: 'Whether a form is shown before the first message.', rendered: false }),
  intro_form_name: choice(asked, { about: 'Name field of the form.', rendered: 'optional' }),
  intro_form_email: choice(asked, { about: 'E-mail field of the form.', rendered: 'required' }),
  intro_form_phone: choice(asked, { about: 'Phone field of the form.', rendered: 'hidden' }),
  consent_text: text(
    { maxLength: 2_000 },
    { about: 'Consent text in the forms.', example: 'You may store what I send.', rendered: null },
  ),
  consent_url: text(
    { maxLength: 2_048, format: 'https-link' },
    {
      about: 'Link to the privacy policy in the consent.',
      example: 'https://shop.example.com/privacy',
      rendered: null,
    },
  ),
  marketing_consent_text: text(
    { maxLength: 2_000 },
    {
      about:
        'Text of a box in forms that ask for an e-mail: whether the visitor wants marketing e-mails. Null: no box.',
      example: 'Send me offers by e-mail.',
      rendered: null,
    },
  ),
  offline_form_enabled: toggle({
    about: 'Whether visitors are asked for contact details while no agent is online.',
    rendered: true,
  }),
  sound_enabled: toggle({ about: 'Whether a new message plays a sound.', rendered: true }),
  transcript_mail_enabled: toggle({ about: 'Whether visitors can e-mail themselves the transcript.', rendered: true }),
  unseen_reply_mail: toggle({
    about: 'Whether a reply the visitor has not seen is sent by e-mail.',
    rendered: false,
  }),
  office_hours: clearable(
    {
      given: nullable(
        Type.Object(
          byName(days, () => Type.Optional(Hours)),
          { additionalProperties: false, description: ABOUT_HOURS, examples },
        ),
      ),
      shown: nullable(
        Type.Object(
          byName(days, () => Hours),
          { description: ABOUT_HOURS, examples },
        ),
      ),
    },
    { rendered: null },
  ),
};

/** Every writable setting, declared once. */
export const widgetSettings = { ...look, ...place, ...words, ...behaviour, ...languageSettings };

type All = typeof widgetSettings;
export type SettingName = keyof All;
/** Settings as returned. */
export type SettingsShown = { [Name in SettingName]: Static<All[Name]['shown']> };
/** Settings as stored: only what was set. */
export type SettingValues = { [Name in SettingName]?: Exclude<SettingsShown[Name], null> };
/** Settings as applied: what was set, or the default. */
export type SettingsRendered = {
  [Name in SettingName]: Exclude<SettingsShown[Name], null> | All[Name]['rendered'];
};

export const settingNames = Object.keys(widgetSettings) as SettingName[];

export const SettingChanges = Type.Object(
  byName(settingNames, (name) => Type.Optional(widgetSettings[name].given)) as {
    [Name in SettingName]: TOptional<All[Name]['given']>;
  },
  { minProperties: 1 },
);
export type SettingChanges = Static<typeof SettingChanges>;

const TranslationStatus = Type.Object({
  available: doc('Whether translations by the AI can be made at all.', Type.Boolean()),
  enabled: doc('Whether missing translations are made by the AI.', Type.Boolean()),
  reason: doc("Why they can't be made; null if they can.", nullable(Type.String()), { example: 'credential_missing' }),
  revision: doc('Incremented by every change of a translation.', Type.Integer(), { example: 4 }),
  total: doc('Texts and languages to translate.', Type.Integer(), { example: 6 }),
  counts: doc(
    'Translations by state.',
    Type.Object({
      ready: doc('Made of the current text.', Type.Integer(), { example: 5 }),
      stale: doc('Made of an earlier text.', Type.Integer(), { example: 0 }),
      pending: doc('Being made.', Type.Integer(), { example: 1 }),
      failed: doc('Could not be made.', Type.Integer(), { example: 0 }),
    }),
  ),
});

/** Every writable setting as returned. */
export const SettingsShown = Type.Object(
  byName(settingNames, (name) => widgetSettings[name].shown) as { [Name in SettingName]: All[Name]['shown'] },
);

export const WidgetSettings = Type.Object({
  widget_id: doc('Unique id of the widget; read-only.', Id),
  api_enabled: doc('Whether the API is enabled; read-only here.', Type.Boolean()),
  ...SettingsShown.properties,
  widget_language_policy_revision: doc(
    'Incremented by every change of the language settings; read-only.',
    Type.Integer(),
    { example: 3 },
  ),
  widget_translation_revision: doc('Incremented by every change of translatable texts; read-only.', Type.Integer(), {
    example: 4,
  }),
  widget_translation_status: doc('Translations made by the AI; read-only.', TranslationStatus),
  updated_at: doc('When a setting was last changed; read-only.', Timestamp),
});
