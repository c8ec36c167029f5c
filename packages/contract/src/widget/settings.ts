import { type Static, type TOptional, Type } from 'typebox';
import { Id, nullable, Timestamp } from '../route/schemas.ts';
import { skins } from './config.ts';
import { bottomRight, deviceProfiles, openDelays, positionNames, revealDelays } from './device-profiles.ts';
import { languageSettings, longestText } from './language-settings.ts';
import { byName, choice, clearable, oneOf, pixels, text, toggle } from './setting-kinds.ts';

/** Pictures for the launcher that the widget can draw. */
export const iconPresets = ['chat', 'bubble', 'question', 'headset', 'wave', 'spark'] as const;
/** What the ground of the chat can be besides a colour. */
export const backgrounds = ['dots', 'grid', 'waves'] as const;

const COLOR = '#[0-9a-fA-F]{6}';
const asked = ['hidden', 'optional', 'required'] as const;
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const look = {
  skin: choice(skins, { about: 'How the widget is drawn', rendered: 'classic', catalog: '/v1/widget/skins' }),
  accent_color: text(
    { maxLength: 7, pattern: `^${COLOR}$` },
    { about: 'The colour of the launcher and of what the visitor writes', rendered: '#0f5e5a' },
  ),
  color_scheme: choice(['auto', 'light', 'dark'], {
    about: 'Light or dark; auto is as the visitor has it everywhere',
    rendered: 'auto',
  }),
  chat_bg: text(
    { maxLength: 7, pattern: `^(?:${[COLOR, ...backgrounds].join('|')})$` },
    {
      about: `The ground of the chat: a colour or one of ${backgrounds.join(', ')}; without it, that of the skin`,
      example: 'dots',
      rendered: null,
    },
  ),
  widget_header_align: choice(['left', 'center', 'right'], {
    about: 'Where name and faces stand in the header',
    rendered: 'left',
  }),
  widget_show_operator_avatars: toggle({ about: 'Whether faces of agents are shown', rendered: true }),
  widget_show_tabs_bar: toggle({ about: 'Whether the bar of tabs is shown', rendered: true }),
  widget_show_lang_switcher: toggle({ about: 'Whether a visitor is offered other languages', rendered: true }),
  widget_show_copyright: toggle({ about: 'Whether it says what the widget is made with', rendered: true }),
  operators_display_mode: choice(['all', 'current', 'none'], {
    about: 'Which agents the header shows: all that are to be shown, who handles the chat, or none',
    rendered: 'all',
  }),
  capsule_title: text(
    { maxLength: 120 },
    { about: 'On the launcher of the skin capsule', example: 'Questions?', rendered: null },
  ),
  capsule_subtitle: text(
    { maxLength: 120 },
    { about: 'Below the title of the skin capsule', example: 'We answer in minutes', rendered: null },
  ),
  icon_preset: text(
    { maxLength: 24, pattern: `^(?:${iconPresets.join('|')}|custom:[1-9][0-9]{0,15})$` },
    {
      about: 'The picture on the launcher: a preset, or custom:<file_id> of an icon of this widget',
      rendered: 'chat',
      catalog: '/v1/widget/icons',
    },
  ),
  icon_custom_animated: oneOf([0, 1, 2], {
    about: 'How an icon of the widget’s own moves: 0 and false not at all, 1 and true it spins, 2 it spirals',
    rendered: '0',
    isAlsoBoolean: true,
  }),
};

const place = {
  widget_position: choice(positionNames, { about: 'The corner of the page', rendered: bottomRight }),
  widget_offset_x: pixels({ about: 'From the launcher to the side of the page, in pixels', rendered: '20' }),
  widget_offset_y: pixels({
    about: 'From the launcher to the top or the bottom of the page, in pixels',
    rendered: '20',
  }),
  widget_chat_offset_x: pixels({ about: 'How much further in the chat stands, in pixels', rendered: '0' }),
  widget_chat_offset_y: pixels({ about: 'How much higher or lower the chat stands, in pixels', rendered: '0' }),
  widget_button_size: oneOf([50, 75, 100], {
    about: 'The launcher in percent of its full 60 pixels, and never less than 44; profiles say it in pixels',
    rendered: '100',
  }),
  widget_button_freeze: oneOf(revealDelays, {
    about: 'Seconds until the launcher is there',
    example: '30',
    rendered: '1',
  }),
  widget_button_open: oneOf(openDelays, {
    about: 'Seconds until the chat opens by itself; 0: it does not',
    rendered: '0',
  }),
  device_profiles: deviceProfiles,
};

const words = {
  widget_name: text(
    { maxLength: longestText.widget_name },
    { about: 'What the widget is called', example: 'Tea & Co', rendered: null },
  ),
  widget_signature: text(
    { maxLength: longestText.widget_signature },
    { about: 'Said below the name', example: 'Customer care', rendered: null },
  ),
  widget_greeting: text(
    { maxLength: longestText.widget_greeting },
    { about: 'Said before anybody has written', example: 'Hello! How can we help?', rendered: null },
  ),
};

const Time = Type.String({ pattern: '^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00)$' });
const Hours = nullable(Type.Array(Time, { minItems: 2, maxItems: 2 }));
const ABOUT_HOURS =
  'When somebody usually answers, in the time zone of the account: for each day from and to, or null. It is replaced ' +
  'as a whole, and a day that is left out is one on which nobody does.';
const examples = [{ ...byName(days, () => ['09:00', '18:00']), sat: null, sun: null }];

const behaviour = {
  visitor_tracking: toggle({
    about: 'Whether a visitor is known again before they have opened the chat',
    rendered: false,
  }),
  widget_api_contact_sync: toggle({
    about: 'Whether setContactInfo of the site is told as contact.updated',
    rendered: false,
  }),
  intro_form_enabled: toggle({ about: 'Whether visitors are asked who they are before they write', rendered: false }),
  intro_form_name: choice(asked, { about: 'Whether the form asks for a name', rendered: 'optional' }),
  intro_form_email: choice(asked, { about: 'Whether the form asks for an e-mail address', rendered: 'required' }),
  intro_form_phone: choice(asked, { about: 'Whether the form asks for a phone', rendered: 'hidden' }),
  consent_text: text(
    { maxLength: 2_000 },
    { about: 'What a visitor agrees to in the forms', example: 'You may store what I send.', rendered: null },
  ),
  consent_url: text(
    { maxLength: 2_048, format: 'https-link' },
    { about: 'Where they can read more of it', example: 'https://shop.example.com/privacy', rendered: null },
  ),
  offline_form_enabled: toggle({
    about: 'Whether visitors are asked where to answer them while nobody is there',
    rendered: true,
  }),
  sound_enabled: toggle({ about: 'Whether a new message is heard', rendered: true }),
  transcript_mail_enabled: toggle({ about: 'Whether a visitor may have the chat sent by mail', rendered: true }),
  unseen_reply_mail: toggle({
    about: 'Whether a reply that a visitor has not seen is sent to them by mail',
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

/** Every setting that can be changed: all that there is to know of each, once. */
export const widgetSettings = { ...look, ...place, ...words, ...behaviour, ...languageSettings };

type All = typeof widgetSettings;
export type SettingName = keyof All;
/** Settings as they are answered. */
export type SettingsShown = { [Name in SettingName]: Static<All[Name]['shown']> };
/** Settings as they are stored: what was set, and nothing else. */
export type SettingValues = { [Name in SettingName]?: Exclude<SettingsShown[Name], null> };
/** Settings as the widget has them: what was set, or what it does without. */
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
  available: Type.Boolean(),
  enabled: Type.Boolean(),
  reason: nullable(Type.String()),
  revision: Type.Integer(),
  total: Type.Integer(),
  counts: Type.Object({
    ready: Type.Integer(),
    stale: Type.Integer(),
    pending: Type.Integer(),
    failed: Type.Integer(),
  }),
});

export const WidgetSettings = Type.Object({
  widget_id: Id,
  api_enabled: Type.Boolean({ description: 'Whether the API is switched on; only the dashboard does that' }),
  ...(byName(settingNames, (name) => widgetSettings[name].shown) as { [Name in SettingName]: All[Name]['shown'] }),
  widget_language_policy_revision: Type.Integer({ description: 'Raised by every change of the languages' }),
  widget_translation_revision: Type.Integer({ description: 'Raised by every change of what is to be translated' }),
  widget_translation_status: TranslationStatus,
  updated_at: Timestamp,
});
