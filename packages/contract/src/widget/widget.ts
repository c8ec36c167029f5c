import { Type } from 'typebox';
import { written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { Guid, one, page, pageOf } from '../route/schemas.ts';
import { skins } from './config.ts';
import { type Locale, locales } from './locales.ts';
import { SettingChanges, WidgetSettings, widgetSettings } from './settings.ts';

/** One setting in the words of the schema resource, see `describeSettings`. */
export const SettingDescription = Type.Object({
  type: Type.Union([Type.String(), Type.Array(Type.String())], {
    description: 'Of JSON: one, or several that are taken',
  }),
  readonly: Type.Boolean(),
  nullable: Type.Boolean({ description: 'Whether null can be sent' }),
  description: Type.Optional(Type.String()),
  enum: Type.Optional(Type.Array(Type.Unknown())),
  pattern: Type.Optional(Type.String({ description: 'Of texts: a PCRE of PHP, with delimiters' })),
  minimum: Type.Optional(Type.Integer()),
  maximum: Type.Optional(Type.Integer()),
  max_length: Type.Optional(Type.Integer()),
  min_items: Type.Optional(Type.Integer()),
  max_items: Type.Optional(Type.Integer()),
  default: Type.Unknown({ description: 'Answered while it is not set' }),
  default_semantics: Type.Enum(['absent', 'normalized', 'computed'], {
    description:
      'absent: nothing is stored, and the widget does what effective_default says; normalized: what is answered is what ' +
      'holds; computed: it is not for anybody to set',
  }),
  effective_default: Type.Unknown({ description: 'What the widget does while it is not set' }),
  validation_rules: Type.Unknown({ description: 'The JSON Schema that a value is checked with' }),
  patch_semantics: Type.Enum(['replace_null_removes', 'replace_null_refused', 'merge_null_removes', 'refused'], {
    description: 'What sending it does, and what null does',
  }),
  catalog_url: Type.Optional(Type.String({ description: 'Where the values are that can be chosen' })),
});

export const WidgetSettingsSchema = Type.Object({
  schema_version: Type.Integer(),
  fields: Type.Record(Type.String(), SettingDescription),
});

export const WidgetLanguage = Type.Object({
  widget_default_language: Type.Enum(['auto', ...locales]),
  is_default: Type.Boolean({ description: 'Whether nobody has chosen it' }),
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
    description: 'The tag to paste on every page of the site',
    examples: [`<script async src="${SCRIPT}"></script>`],
  }),
});

export const WidgetCachePurge = Type.Object({
  purged: Type.Boolean(),
  revision: Type.Integer({ description: 'Of the configuration that is served from now on' }),
});

const Phrases = Type.Array(written(200), { maxItems: 20 });
const PhrasesByLocale = Type.Unsafe<Partial<Record<Locale, string[]>>>(
  Type.Object(Object.fromEntries(locales.map((locale) => [locale, Type.Optional(Phrases)])), {
    additionalProperties: false,
    description: 'What a visitor may ask with one click, by language',
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
    summary: 'How the widget looks and behaves',
    replies: { 200: one(WidgetSettings) },
  }),
  updateSettings: route({
    ...write,
    method: 'PATCH',
    path: '/v1/widget/settings',
    summary: 'Change what is sent; null removes a setting, except of the languages, and the widget does without it',
    body: SettingChanges,
    replies: { 200: one(WidgetSettings) },
    problems: ['not_found'],
  }),
  readSettingsSchema: route({
    ...read,
    path: '/v1/widget/settings/schema',
    summary: 'What each setting takes, what it is while nobody has set it, and what a change does to it',
    replies: { 200: one(WidgetSettingsSchema) },
  }),
  readLanguage: route({
    ...read,
    path: '/v1/widget/language',
    summary: 'The language that the widget speaks by default',
    replies: { 200: one(WidgetLanguage) },
  }),
  setLanguage: route({
    ...write,
    method: 'PUT',
    path: '/v1/widget/language',
    summary: 'Choose the language that the widget speaks by default: an enabled one, or auto',
    body: Type.Object({ widget_default_language: widgetSettings.widget_default_language.given }),
    replies: { 200: one(WidgetLanguage) },
  }),
  listSkins: route({
    ...read,
    path: '/v1/widget/skins',
    summary: 'Skins, and which of them can be chosen',
    query: page({}),
    replies: { 200: pageOf(WidgetSkin) },
  }),
  readEmbed: route({
    ...read,
    path: '/v1/widget/embed',
    summary: 'The script tag to paste on the site',
    replies: { 200: one(WidgetEmbed) },
  }),
  purgeCache: route({
    ...write,
    method: 'POST',
    path: '/v1/widget/cache/purge',
    summary: 'Serve the widget anew after a change that did not come through the API',
    cap: { limit: 6, seconds: 60, per: 'widget' },
    replies: { 200: one(WidgetCachePurge) },
  }),
  readQuickPhrases: route({
    ...read,
    path: '/v1/widget/quick-phrases',
    summary: 'What a visitor may ask with one click, by language',
    replies: { 200: one(WidgetQuickPhrases) },
    beyond: true,
  }),
  setQuickPhrases: route({
    ...write,
    method: 'PUT',
    path: '/v1/widget/quick-phrases',
    summary: 'Replace all of what a visitor may ask with one click',
    body: WidgetQuickPhrases,
    replies: { 200: one(WidgetQuickPhrases) },
    beyond: true,
  }),
};
