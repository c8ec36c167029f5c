import { type Static, Type } from 'typebox';
import { stickers } from '../messages/messages.ts';
import { Guid, Id, nullable } from '../route/schemas.ts';
import { locales } from './locales.ts';

export const skins = ['classic', 'minimal', 'capsule', 'liquid'] as const;
export const positions = ['bottom-left', 'bottom-right', 'top-left', 'top-right'] as const;

const LocaleName = Type.Enum([...locales]);

/** What the owner wrote, and how it reads in other languages. */
const Text = Type.Object({
  /** As written; null: the widget has words of its own for it. */
  source: nullable(Type.String()),
  translations: Type.Record(Type.String(), Type.String()),
});

/** Where the launcher and the chat stand on one kind of screen, with nothing left open. */
const Device = Type.Object({
  position: Type.Enum([...positions]),
  launcher_size: Type.Integer(),
  launcher_x: Type.Integer(),
  launcher_y: Type.Integer(),
  chat_x: Type.Integer(),
  chat_y: Type.Integer(),
  reveal_seconds: Type.Integer(),
  /** 0: never by itself. */
  auto_open_seconds: Type.Integer(),
  show_signature: Type.Boolean(),
  show_logo: Type.Boolean(),
});

const Asked = Type.Enum(['hidden', 'optional', 'required']);

/** Everything that a page needs to know of the widget on it; what the owner left open is decided. */
export const WidgetConfig = Type.Object({
  button_guid: Guid,
  /** Changes when the rest may have. */
  revision: Type.Integer(),
  /** Whether scripts of the site may use `service_widget_api`. */
  api_enabled: Type.Boolean(),
  /** The site the widget is for; null: it is being tried out. */
  domain: nullable(Type.String()),
  /** Whether a visitor is known again on the next page before they have opened the chat. */
  tracking: Type.Boolean(),
  look: Type.Object({
    skin: Type.Enum([...skins]),
    scheme: Type.Enum(['auto', 'light', 'dark']),
    accent: Type.String(),
    /** What can be read on it. */
    on_accent: Type.String(),
    /** The accent as far from itself as it has to be to be read as text. */
    accent_on_light: Type.String(),
    accent_on_dark: Type.String(),
    background: nullable(Type.String()),
    header_align: Type.Enum(['left', 'center', 'right']),
    capsule_title: nullable(Type.String()),
    capsule_subtitle: nullable(Type.String()),
    icon: nullable(Type.String()),
    /** Of an icon: static, spin, spiral. */
    icon_motion: Type.Enum(['0', '1', '2']),
    operators: Type.String(),
    show_avatars: Type.Boolean(),
    show_tabs: Type.Boolean(),
    show_languages: Type.Boolean(),
  }),
  desktop: Device,
  mobile: Device,
  languages: Type.Object({
    default: Type.Enum(['auto', ...locales]),
    supported: Type.Array(LocaleName),
    fallback: LocaleName,
  }),
  texts: Type.Object({ name: Text, signature: Text, greeting: Text, consent: Text }),
  /** What a visitor may ask with one click, by language. */
  quick_phrases: Type.Record(Type.String(), Type.Array(Type.String())),
  /** Who answers; not everybody is shown in the header. */
  people: Type.Array(
    Type.Object({
      id: Id,
      name: nullable(Type.String()),
      avatar_url: nullable(Type.String()),
      in_header: Type.Boolean(),
    }),
  ),
  /** Asked before the first message; null: nothing is. */
  intro_form: nullable(Type.Object({ name: Asked, email: Asked, phone: Asked })),
  /** What a visitor agrees to in every form, and where to read more of it; null: nothing is asked. */
  consent: nullable(Type.Object({ url: nullable(Type.String()) })),
  /** Whether somebody who finds nobody there is asked where to answer them. */
  offline_form: Type.Boolean(),
  /** When somebody usually answers: from and to of each day, Monday first; null: that day nobody does. */
  office_hours: nullable(
    Type.Object({
      timezone: Type.String(),
      days: Type.Array(nullable(Type.Object({ from: Type.String(), to: Type.String() })), { minItems: 7, maxItems: 7 }),
    }),
  ),
  /** Whether a new message is heard. */
  sound: Type.Boolean(),
  /** Whether a visitor may have the chat sent by mail. */
  transcript: Type.Boolean(),
  stickers: Type.Array(Type.Enum([...stickers])),
  limits: Type.Object({ message_characters: Type.Integer(), file_bytes: Type.Integer() }),
});
export type WidgetConfig = Static<typeof WidgetConfig>;

/** What the loader of a page is given: the configuration, and where the rest of the widget is. */
export interface LoaderConfig extends WidgetConfig {
  /** Of the server. */
  origin: string;
  files: {
    chat: string;
    /** Texts by language. */
    locales: Record<string, string>;
  };
}
