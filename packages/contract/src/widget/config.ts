import { type Static, Type } from 'typebox';
import { agentTypes } from '../agents/agents.ts';
import { stickers } from '../messages/messages.ts';
import { messengerProviders } from '../messengers/messengers.ts';
import { doc, Guid, Id, nullable } from '../route/schemas.ts';
import { locales } from './locales.ts';

export const skins = ['classic', 'minimal', 'capsule', 'liquid'] as const;
export const positions = ['bottom-left', 'bottom-right', 'top-left', 'top-right'] as const;

const LocaleName = Type.Enum([...locales]);

/** A text of the owner with its translations. */
const Text = Type.Object({
  source: doc("Text in the owner's language; null: the widget uses its own text.", nullable(Type.String()), {
    example: 'Tea & Co',
  }),
  translations: doc('The text by language.', Type.Record(Type.String(), Type.String()), {
    example: { ru: 'Чай и компания' },
  }),
});

/** Layout on one kind of device, with defaults resolved. */
const Device = Type.Object({
  position: doc('Corner of the page.', Type.Enum([...positions])),
  launcher_size: doc('Size of the launcher in pixels.', Type.Integer(), { example: 60 }),
  launcher_x: doc('Horizontal distance of the launcher from the edge, in pixels.', Type.Integer(), { example: 20 }),
  launcher_y: doc('Vertical distance of the launcher from the edge, in pixels.', Type.Integer(), { example: 20 }),
  chat_x: doc('Additional horizontal distance of the chat, in pixels.', Type.Integer(), { example: 0 }),
  chat_y: doc('Additional vertical distance of the chat, in pixels.', Type.Integer(), { example: 0 }),
  reveal_seconds: doc('Seconds until the launcher appears.', Type.Integer(), { example: 1 }),
  auto_open_seconds: doc('Seconds until the chat opens by itself; 0: never.', Type.Integer(), { example: 0 }),
  show_signature: doc('Whether "Powered by" is shown.', Type.Boolean()),
  show_logo: doc('Whether the logo is shown.', Type.Boolean()),
});

const Asked = Type.Enum(['hidden', 'optional', 'required']);

/** Configuration of the widget on a page, with defaults resolved. */
export const WidgetConfig = Type.Object({
  button_guid: doc('Public id of the widget, as in its script tag.', Guid),
  revision: doc('Changes whenever the configuration may have.', Type.Integer(), { example: 12 }),
  api_enabled: doc('Whether scripts of the site may use `service_widget_api`.', Type.Boolean()),
  domains: doc(
    'Sites the widget works on, besides localhost and the server itself; empty: all.',
    Type.Array(Type.String()),
    { example: ['shop.example.com'] },
  ),
  tracking: doc('Whether a visitor is recognised across pages before opening the chat.', Type.Boolean()),
  look: doc(
    'Appearance.',
    Type.Object({
      skin: doc('Visual theme.', Type.Enum([...skins])),
      scheme: doc("Light or dark; `auto` follows the visitor's system.", Type.Enum(['auto', 'light', 'dark'])),
      accent: doc("Colour of the launcher and of the visitor's messages.", Type.String(), { example: '#0f5e5a' }),
      on_accent: doc('A readable text colour on the accent.', Type.String(), { example: '#ffffff' }),
      accent_on_light: doc('The accent adjusted to be readable as text on light ground.', Type.String(), {
        example: '#0f5e5a',
      }),
      accent_on_dark: doc('The accent adjusted to be readable as text on dark ground.', Type.String(), {
        example: '#4fa7a2',
      }),
      background: doc("A colour or a pattern behind the messages; null: the skin's.", nullable(Type.String()), {
        example: 'dots',
      }),
      header_align: doc('Alignment of the name and avatars in the header.', Type.Enum(['left', 'center', 'right'])),
      capsule_title: doc('Title on the launcher of the capsule skin; null for none.', nullable(Type.String()), {
        example: 'Questions?',
      }),
      capsule_subtitle: doc('Subtitle on the launcher of the capsule skin; null for none.', nullable(Type.String()), {
        example: 'We answer in minutes',
      }),
      icon: doc('A preset, or `custom:<file_id>` of an icon of this widget.', nullable(Type.String()), {
        example: 'chat',
      }),
      icon_motion: doc('Motion of an icon: static, spin, spiral.', Type.Enum(['0', '1', '2'])),
      operators: doc(
        'Agents in the header: all with `show_in_header`, the one who handles the chat, or none.',
        Type.String(),
        { example: 'all' },
      ),
      show_avatars: doc("Whether agents' avatars are shown.", Type.Boolean()),
      show_tabs: doc('Whether the tab bar is shown.', Type.Boolean()),
      show_languages: doc('Whether the language switcher is shown.', Type.Boolean()),
    }),
  ),
  desktop: doc('Layout on screens wider than 480 pixels.', Device),
  mobile: doc('Layout on screens of up to 480 pixels.', Device),
  languages: doc(
    'Languages of the widget.',
    Type.Object({
      default: doc('Language of every page; `auto`: that of the page or the browser.', Type.Enum(['auto', ...locales])),
      supported: doc('Enabled languages.', Type.Array(LocaleName), { example: ['ru', 'en'] }),
      fallback: doc('Language used when no other matches.', LocaleName),
    }),
  ),
  texts: doc(
    'Texts of the owner, with translations.',
    Type.Object({
      name: doc('Name in the header.', Text),
      signature: doc('Text below the name.', Text),
      greeting: doc('Greeting shown before the first message.', Text),
      consent: doc('Consent text in the forms.', Text),
    }),
  ),
  quick_phrases: doc(
    'Questions a visitor can send with one click, by language.',
    Type.Record(Type.String(), Type.Array(Type.String())),
    { example: { en: ['Where is my order?'] } },
  ),
  people: doc(
    'Agents; not all are shown in the header. AI operators are among them while they answer.',
    Type.Array(
      Type.Object({
        id: doc('Id of the agent, as messages name it.', Id),
        type: doc('A person, an AI operator, or an AI that runs elsewhere (`webhook`).', Type.Enum([...agentTypes])),
        name: doc('First name only; null if it is unknown.', nullable(Type.String()), { example: 'Ann' }),
        names: doc(
          'Name of an AI operator by language, where it is another than `name`.',
          Type.Record(Type.String(), Type.String()),
          { example: { ru: 'Нора' } },
        ),
        avatar_url: doc('Public URL of the picture; null without one.', nullable(Type.String()), { example: null }),
        in_header: doc('Whether the header shows them.', Type.Boolean()),
      }),
    ),
  ),
  intro_form: doc(
    'Form before the first message; null for none.',
    nullable(
      Type.Object({
        name: doc('Whether the name is asked for.', Asked),
        email: doc('Whether the e-mail address is asked for.', Asked),
        phone: doc('Whether the phone number is asked for.', Asked),
      }),
    ),
  ),
  consent: doc(
    'Consent in every form, with a link; null for none.',
    nullable(
      Type.Object({
        url: doc('Link to the privacy policy; null for none.', nullable(Type.String()), {
          example: 'https://shop.example.com/privacy',
        }),
      }),
    ),
  ),
  marketing_consent: doc(
    'What a visitor who ticks the box for marketing e-mails agrees to; null for no box.',
    nullable(Type.String()),
    { example: 'Send me offers by e-mail.' },
  ),
  offline_form: doc('Whether visitors are asked for contact details while no agent is online.', Type.Boolean()),
  office_hours: doc(
    'Opening hours; null if there are none.',
    nullable(
      Type.Object({
        timezone: doc('IANA name of the time zone of the hours.', Type.String(), { example: 'Europe/Moscow' }),
        days: doc(
          'Hours by day, Monday first; null for a closed day.',
          Type.Array(
            nullable(
              Type.Object({
                from: doc('When it opens, as HH:MM.', Type.String(), { example: '09:00' }),
                to: doc('When it closes, as HH:MM.', Type.String(), { example: '18:00' }),
              }),
            ),
            { minItems: 7, maxItems: 7 },
          ),
        ),
      }),
    ),
  ),
  invitations: doc(
    'Whether rules may invite visitors, and the script that decides it; null while none is enabled.',
    nullable(
      Type.Object({
        revision: doc('Changes whenever the invitations may have.', Type.Integer(), { example: 3 }),
        file: doc('File name, below `/widget/`.', Type.String(), { example: 'invitations-3f2a.js' }),
      }),
    ),
  ),
  sound: doc('Whether a new message plays a sound.', Type.Boolean()),
  mail_replies: doc(
    'Whether replies that the visitor has not seen are e-mailed: only then may a form promise it.',
    Type.Boolean(),
  ),
  transcript: doc('Whether visitors can e-mail themselves the transcript.', Type.Boolean()),
  messengers: doc(
    'Connected messengers that a visitor can write in instead.',
    Type.Array(
      Type.Object({
        provider: doc('Code of the messenger.', Type.Enum([...messengerProviders])),
        link: doc('Where the visitor writes.', Type.String(), { example: 'https://t.me/tea_shop_bot' }),
      }),
    ),
  ),
  stickers: doc('Stickers that can be sent.', Type.Array(Type.Enum([...stickers]))),
  limits: doc(
    'What the server accepts from a visitor.',
    Type.Object({
      message_characters: doc('Longest message, in characters.', Type.Integer(), { example: 10_000 }),
      file_bytes: doc('Largest file, in bytes.', Type.Integer(), { example: 10_485_760 }),
    }),
  ),
});
export type WidgetConfig = Static<typeof WidgetConfig>;

/** The loader's configuration, with the URLs of the other files. */
export interface LoaderConfig extends WidgetConfig {
  /** Of the server. */
  origin: string;
  files: {
    chat: string;
    /** Texts by language. */
    locales: Record<string, string>;
  };
}
