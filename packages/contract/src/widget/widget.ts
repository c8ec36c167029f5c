import { Type } from 'typebox';
import { written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { doc, Guid, one, page, pageOf } from '../route/schemas.ts';
import { skins } from './config.ts';
import { type Locale, locales } from './locales.ts';
import { SettingChanges, WidgetSettings, widgetSettings } from './settings.ts';

/** One setting in the schema resource, see `describeSettings`. */
export const SettingDescription = Type.Object({
  type: doc('JSON type, or several accepted types.', Type.Union([Type.String(), Type.Array(Type.String())])),
  readonly: doc('Whether PATCH refuses it.', Type.Boolean()),
  nullable: doc('Whether null is accepted.', Type.Boolean()),
  description: doc('What the setting does.', Type.Optional(Type.String()), { example: 'Visual theme of the widget.' }),
  enum: doc('Accepted values, where there are only some.', Type.Optional(Type.Array(Type.Unknown())), {
    example: ['classic', 'minimal', 'capsule', 'liquid'],
  }),
  pattern: doc('For strings: a PHP PCRE, with delimiters.', Type.Optional(Type.String())),
  minimum: doc('Smallest number.', Type.Optional(Type.Integer())),
  maximum: doc('Largest number.', Type.Optional(Type.Integer())),
  max_length: doc('Longest string, in characters.', Type.Optional(Type.Integer())),
  min_items: doc('Shortest list.', Type.Optional(Type.Integer())),
  max_items: doc('Longest list.', Type.Optional(Type.Integer())),
  default: doc('Returned while the setting is unset.', Type.Unknown()),
  default_semantics: doc(
    'absent: nothing is stored, and effective_default applies; normalized: the returned value applies; computed: read-only.',
    Type.Enum(['absent', 'normalized', 'computed']),
  ),
  effective_default: doc('Applies while the setting is unset.', Type.Unknown(), { example: 'classic' }),
  validation_rules: doc('JSON Schema that validates a value.', Type.Unknown()),
  patch_semantics: doc(
    'What PATCH does with a value and with null.',
    Type.Enum(['replace_null_removes', 'replace_null_refused', 'merge_null_removes', 'refused']),
  ),
  catalog_url: doc('URL of the available values.', Type.Optional(Type.String())),
});

export const WidgetSettingsSchema = Type.Object({
  schema_version: doc('Version of this format.', Type.Integer(), { example: 1 }),
  fields: doc('Every setting by its name.', Type.Record(Type.String(), SettingDescription)),
});

export const WidgetLanguage = Type.Object({
  widget_default_language: doc(
    'Language of every page; `auto`: that of the page or the browser.',
    Type.Enum(['auto', ...locales]),
  ),
  is_default: doc('Whether the language was never set.', Type.Boolean()),
  effective_language: doc(
    'Language that applies where nothing else decides: `en` for `auto`.',
    Type.Enum([...locales]),
  ),
});

export const WidgetSkin = Type.Object({
  id: doc('Name of the skin, as the setting `skin` has it.', Type.Enum([...skins])),
  premium: doc('Whether only a paid plan has it.', Type.Boolean()),
  available: doc('Whether this widget may use it.', Type.Boolean()),
});

const SCRIPT = 'https://chat.example.com/w/4f1d2c7a9be84c0f8a3d5e6f70819203.js';

export const WidgetEmbed = Type.Object({
  button_guid: doc('Public id of the widget, as in its script tag.', Guid),
  script_url: doc("Address of the widget's script.", Type.String({ examples: [SCRIPT] })),
  html: doc(
    'The tag to paste into every page of the site.',
    Type.String({
      examples: [`<script async src="${SCRIPT}"></script>`],
    }),
  ),
});

export const WidgetCachePurge = Type.Object({
  purged: doc('Always true.', Type.Boolean()),
  revision: doc('Revision of the configuration served from now on.', Type.Integer(), { example: 13 }),
});

const Phrases = doc('Questions in this language, in the order shown.', Type.Array(written(200), { maxItems: 20 }));
const PhrasesByLocale = Type.Unsafe<Partial<Record<Locale, string[]>>>(
  Type.Object(Object.fromEntries(locales.map((locale) => [locale, Type.Optional(Phrases)])), {
    additionalProperties: false,
    examples: [{ en: ['Where is my order?', 'How do I return something?'] }],
  }),
);
export const WidgetQuickPhrases = Type.Object({
  quick_phrases: doc('Questions a visitor can send with one click, by language.', PhrasesByLocale),
});

const read = { scope: 'widget:read', rate: 'read', method: 'GET' } as const;
const write = { scope: 'widget:write', rate: 'write', key: 'required', purges: 'widget' } as const;

export const widget = {
  readSettings: route({
    ...read,
    path: '/v1/widget/settings',
    summary: "Retrieve the widget's appearance and behaviour settings",
    description:
      'A setting that was never set is null; what applies then is `effective_default` in `GET /v1/widget/settings/schema`. Old numeric settings are strings.',
    replies: { 200: one(WidgetSettings) },
  }),
  updateSettings: route({
    ...write,
    method: 'PATCH',
    path: '/v1/widget/settings',
    summary: 'Update settings. Null resets a setting to its default; language settings cannot be null',
    description:
      'Only the members in the request change, and pages show them at once. Invalid values are 422 and nothing is stored. `device_profiles` merges deeply; `widget_text_translations` and `office_hours` are replaced as a whole.',
    body: SettingChanges,
    audit: 'widget.updated',
    replies: { 200: one(WidgetSettings) },
    problems: ['not_found'],
  }),
  readSettingsSchema: route({
    ...read,
    path: '/v1/widget/settings/schema',
    summary: 'Retrieve the type, constraints, default and PATCH semantics of every setting',
    description:
      'Derived from the schema that validates changes, for forms that are made by a program. It is no request body.',
    replies: { 200: one(WidgetSettingsSchema) },
  }),
  readLanguage: route({
    ...read,
    path: '/v1/widget/language',
    summary: "Retrieve the widget's default language",
    description: 'The same setting as `widget_default_language` in `GET /v1/widget/settings`.',
    replies: { 200: one(WidgetLanguage) },
  }),
  setLanguage: route({
    ...write,
    method: 'PUT',
    path: '/v1/widget/language',
    summary: "Set the widget's default language: an enabled one, or auto",
    description: 'The language must be one of `widget_supported_languages`. `auto` follows the page, then the browser.',
    body: Type.Object({
      widget_default_language: doc('An enabled language, or `auto`.', widgetSettings.widget_default_language.given),
    }),
    audit: 'widget.updated',
    replies: { 200: one(WidgetLanguage) },
  }),
  listSkins: route({
    ...read,
    path: '/v1/widget/skins',
    summary: 'List skins and whether each is available',
    description: 'Previews of the skins are in the console.',
    query: page({}),
    replies: { 200: pageOf(WidgetSkin) },
  }),
  readEmbed: route({
    ...read,
    path: '/v1/widget/embed',
    summary: 'Retrieve the script tag for the site',
    description:
      'The tag never changes: settings are read when a page loads. The widget shows only on allowed domains.',
    replies: { 200: one(WidgetEmbed) },
  }),
  purgeCache: route({
    ...write,
    method: 'POST',
    path: '/v1/widget/cache/purge',
    summary: "Purge the widget's cached configuration, after a change made outside the API",
    description: 'Every write through the API purges by itself, so this is for changes made in the database.',
    cap: { limit: 6, seconds: 60, per: 'widget' },
    audit: false,
    replies: { 200: one(WidgetCachePurge) },
  }),
  readQuickPhrases: route({
    ...read,
    path: '/v1/widget/quick-phrases',
    summary: 'Retrieve the quick phrases offered to visitors, by language',
    description: 'Shown only where no assistant answers: an assistant has its own.',
    replies: { 200: one(WidgetQuickPhrases) },
    beyond: true,
  }),
  setQuickPhrases: route({
    ...write,
    method: 'PUT',
    destructive: true,
    path: '/v1/widget/quick-phrases',
    summary: 'Replace the quick phrases offered to visitors',
    description: 'Languages that are left out have none from then on. Pages show them at once.',
    body: WidgetQuickPhrases,
    audit: 'widget.updated',
    replies: { 200: one(WidgetQuickPhrases) },
    beyond: true,
  }),
};
