import { Type } from 'typebox';
import { written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { Guid, one, page, pageOf } from '../route/schemas.ts';
import { skins } from './config.ts';
import { type Locale, locales } from './locales.ts';
import { SettingChanges, WidgetSettings, widgetSettings } from './settings.ts';

/** One setting in the schema resource, see `describeSettings`. */
export const SettingDescription = Type.Object({
  type: Type.Union([Type.String(), Type.Array(Type.String())], {
    description: 'JSON type, or several accepted types',
  }),
  readonly: Type.Boolean(),
  nullable: Type.Boolean({ description: 'Whether null is accepted' }),
  description: Type.Optional(Type.String()),
  enum: Type.Optional(Type.Array(Type.Unknown())),
  pattern: Type.Optional(Type.String({ description: 'For strings: a PHP PCRE, with delimiters' })),
  minimum: Type.Optional(Type.Integer()),
  maximum: Type.Optional(Type.Integer()),
  max_length: Type.Optional(Type.Integer()),
  min_items: Type.Optional(Type.Integer()),
  max_items: Type.Optional(Type.Integer()),
  default: Type.Unknown({ description: 'Returned while the setting is unset' }),
  default_semantics: Type.Enum(['absent', 'normalized', 'computed'], {
    description:
      'absent: nothing is stored, and effective_default applies; normalized: the returned value applies; computed: read-only',
  }),
  effective_default: Type.Unknown({ description: 'Applies while the setting is unset' }),
  validation_rules: Type.Unknown({ description: 'JSON Schema that validates a value' }),
  patch_semantics: Type.Enum(['replace_null_removes', 'replace_null_refused', 'merge_null_removes', 'refused'], {
    description: 'What PATCH does with a value and with null',
  }),
  catalog_url: Type.Optional(Type.String({ description: 'URL of the available values' })),
});

export const WidgetSettingsSchema = Type.Object({
  schema_version: Type.Integer(),
  fields: Type.Record(Type.String(), SettingDescription),
});

export const WidgetLanguage = Type.Object({
  widget_default_language: Type.Enum(['auto', ...locales]),
  is_default: Type.Boolean({ description: 'Whether the language was never set' }),
  effective_language: Type.Enum([...locales]),
});

export const WidgetSkin = Type.Object({
  id: Type.Enum([...skins]),
  premium: Type.Boolean(),
  available: Type.Boolean(),
});

const SCRIPT = 'https://chat.example.com/w/4f1d2c7a9be84c0f8a3d5e6f70819203.js';

export const WidgetEmbed = Type.Object({
  button_guid: Guid,
  script_url: Type.String({ examples: [SCRIPT] }),
  html: Type.String({
    description: 'The tag to paste into every page of the site',
    examples: [`<script async src="${SCRIPT}"></script>`],
  }),
});

export const WidgetCachePurge = Type.Object({
  purged: Type.Boolean(),
  revision: Type.Integer({ description: 'Revision of the configuration served from now on' }),
});

const Phrases = Type.Array(written(200), { maxItems: 20 });
const PhrasesByLocale = Type.Unsafe<Partial<Record<Locale, string[]>>>(
  Type.Object(Object.fromEntries(locales.map((locale) => [locale, Type.Optional(Phrases)])), {
    additionalProperties: false,
    description: 'Questions a visitor can send with one click, by language',
    examples: [{ en: ['Where is my order?', 'How do I return something?'] }],
  }),
);
export const WidgetQuickPhrases = Type.Object({ quick_phrases: PhrasesByLocale });

const read = { scope: 'widget:read', rate: 'read', method: 'GET' } as const;
const write = { scope: 'widget:write', rate: 'write', key: 'required', purges: 'widget' } as const;

export const widget = {
  readSettings: route({
    ...read,
    path: '/v1/widget/settings',
    summary: "Retrieve the widget's appearance and behaviour settings",
    replies: { 200: one(WidgetSettings) },
  }),
  updateSettings: route({
    ...write,
    method: 'PATCH',
    path: '/v1/widget/settings',
    summary: 'Update settings. Null resets a setting to its default; language settings cannot be null',
    body: SettingChanges,
    audit: 'widget.updated',
    replies: { 200: one(WidgetSettings) },
    problems: ['not_found'],
  }),
  readSettingsSchema: route({
    ...read,
    path: '/v1/widget/settings/schema',
    summary: 'Retrieve the type, constraints, default and PATCH semantics of every setting',
    replies: { 200: one(WidgetSettingsSchema) },
  }),
  readLanguage: route({
    ...read,
    path: '/v1/widget/language',
    summary: "Retrieve the widget's default language",
    replies: { 200: one(WidgetLanguage) },
  }),
  setLanguage: route({
    ...write,
    method: 'PUT',
    path: '/v1/widget/language',
    summary: "Set the widget's default language: an enabled one, or auto",
    body: Type.Object({ widget_default_language: widgetSettings.widget_default_language.given }),
    audit: 'widget.updated',
    replies: { 200: one(WidgetLanguage) },
  }),
  listSkins: route({
    ...read,
    path: '/v1/widget/skins',
    summary: 'List skins and whether each is available',
    query: page({}),
    replies: { 200: pageOf(WidgetSkin) },
  }),
  readEmbed: route({
    ...read,
    path: '/v1/widget/embed',
    summary: 'Retrieve the script tag for the site',
    replies: { 200: one(WidgetEmbed) },
  }),
  purgeCache: route({
    ...write,
    method: 'POST',
    path: '/v1/widget/cache/purge',
    summary: "Purge the widget's cached configuration, after a change made outside the API",
    cap: { limit: 6, seconds: 60, per: 'widget' },
    audit: false,
    replies: { 200: one(WidgetCachePurge) },
  }),
  readQuickPhrases: route({
    ...read,
    path: '/v1/widget/quick-phrases',
    summary: 'Retrieve the quick phrases offered to visitors, by language',
    replies: { 200: one(WidgetQuickPhrases) },
    beyond: true,
  }),
  setQuickPhrases: route({
    ...write,
    method: 'PUT',
    destructive: true,
    path: '/v1/widget/quick-phrases',
    summary: 'Replace the quick phrases offered to visitors',
    body: WidgetQuickPhrases,
    audit: 'widget.updated',
    replies: { 200: one(WidgetQuickPhrases) },
    beyond: true,
  }),
};
