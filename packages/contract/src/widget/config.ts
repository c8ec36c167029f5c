import { type Static, Type } from 'typebox';
import { agentTypes } from '../agents/agents.ts';
import { stickers } from '../messages/messages.ts';
import { messengerProviders } from '../messengers/messengers.ts';
import { Guid, Id, nullable } from '../route/schemas.ts';
import { locales } from './locales.ts';

export const skins = ['classic', 'minimal', 'capsule', 'liquid'] as const;
export const positions = ['bottom-left', 'bottom-right', 'top-left', 'top-right'] as const;

const LocaleName = Type.Enum([...locales]);

/** A text of the owner with its translations. */
const Text = Type.Object({
  /** Null: the widget uses its own text. */
  source: nullable(Type.String()),
  translations: Type.Record(Type.String(), Type.String()),
});

/** Layout on one kind of device, with defaults resolved. */
const Device = Type.Object({
  position: Type.Enum([...positions]),
  launcher_size: Type.Integer(),
  launcher_x: Type.Integer(),
  launcher_y: Type.Integer(),
  chat_x: Type.Integer(),
  chat_y: Type.Integer(),
  reveal_seconds: Type.Integer(),
  /** 0: never. */
  auto_open_seconds: Type.Integer(),
  show_signature: Type.Boolean(),
  show_logo: Type.Boolean(),
});

const Asked = Type.Enum(['hidden', 'optional', 'required']);

/** Configuration of the widget on a page, with defaults resolved. */
export const WidgetConfig = Type.Object({
  button_guid: Guid,
  /** Changes whenever the configuration may have. */
  revision: Type.Integer(),
  /** Whether scripts of the site may use `service_widget_api`. */
  api_enabled: Type.Boolean(),
  /** Sites the widget works on, besides localhost and the server itself; empty: all. */
  domains: Type.Array(Type.String()),
  /** Whether a visitor is recognised across pages before opening the chat. */
  tracking: Type.Boolean(),
  look: Type.Object({
    skin: Type.Enum([...skins]),
    scheme: Type.Enum(['auto', 'light', 'dark']),
    accent: Type.String(),
    /** A readable text colour on the accent. */
    on_accent: Type.String(),
    /** The accent adjusted to be readable as text. */
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
  /** Questions a visitor can send with one click, by language. */
  quick_phrases: Type.Record(Type.String(), Type.Array(Type.String())),
  /** Agents; not all are shown in the header. AI operators are among them while they answer. */
  people: Type.Array(
    Type.Object({
      id: Id,
      type: Type.Enum([...agentTypes]),
      /** First name only. */
      name: nullable(Type.String()),
      /** Of an AI operator, by language, where it is another than `name`. */
      names: Type.Record(Type.String(), Type.String()),
      avatar_url: nullable(Type.String()),
      in_header: Type.Boolean(),
    }),
  ),
  /** Form before the first message; null for none. */
  intro_form: nullable(Type.Object({ name: Asked, email: Asked, phone: Asked })),
  /** Consent in every form, with a link; null for none. */
  consent: nullable(Type.Object({ url: nullable(Type.String()) })),
  /** What a visitor who ticks the box for marketing e-mails agrees to; null for no box. */
  marketing_consent: nullable(Type.String()),
  /** Whether visitors are asked for contact details while no agent is online. */
  offline_form: Type.Boolean(),
  /** Opening hours by day, Monday first; null for a closed day. */
  office_hours: nullable(
    Type.Object({
      timezone: Type.String(),
      days: Type.Array(nullable(Type.Object({ from: Type.String(), to: Type.String() })), { minItems: 7, maxItems: 7 }),
    }),
  ),
  /** Whether rules may invite visitors, and the script that decides it; null while none is enabled. */
  invitations: nullable(
    Type.Object({
      /** Changes whenever the invitations may have. */
      revision: Type.Integer(),
      /** File name, below `/widget/`. */
      file: Type.String(),
    }),
  ),
  /** Whether a new message plays a sound. */
  sound: Type.Boolean(),
  /** Whether replies that the visitor has not seen are e-mailed: only then may a form promise it. */
  mail_replies: Type.Boolean(),
  /** Whether visitors can e-mail themselves the transcript. */
  transcript: Type.Boolean(),
  /** Connected messengers that a visitor can write in instead. */
  messengers: Type.Array(Type.Object({ provider: Type.Enum([...messengerProviders]), link: Type.String() })),
  stickers: Type.Array(Type.Enum([...stickers])),
  limits: Type.Object({ message_characters: Type.Integer(), file_bytes: Type.Integer() }),
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
