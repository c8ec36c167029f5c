import { Type } from 'typebox';
import { doc } from '../route/schemas.ts';
import { type Locale, locales } from './locales.ts';
import { byName, fixed } from './setting-kinds.ts';

const LOCALE = Type.Unsafe<Locale>({ type: 'string', enum: locales });

/** Translatable texts, with their maximum length. */
export const longestText = { widget_name: 255, widget_signature: 255, widget_greeting: 4_000 };
export const translatedTexts = Object.keys(longestText) as (keyof typeof longestText)[];

const Translations = Type.Object(
  byName(translatedTexts, (name) => {
    const Text = doc('The text in this language.', Type.String({ maxLength: longestText[name] }));
    const ByLocale = Type.Object(
      byName(locales, () => Type.Optional(Text)),
      { additionalProperties: false },
    );
    return doc(`Translations of \`${name}\` by language.`, Type.Optional(ByLocale));
  }),
  {
    additionalProperties: false,
    description: 'Translations by text, then by enabled language. Replaced as a whole.',
    examples: [{ widget_greeting: { en: 'Hello! How can we help?' } }],
  },
);

/** Languages and translations. These settings always have a value. */
export const languageSettings = {
  widget_default_language: fixed(
    Type.Unsafe<'auto' | Locale>({
      type: 'string',
      enum: ['auto', ...locales],
      description:
        'Language of every page, one of widget_supported_languages; auto: the language of the page or browser.',
    }),
    'ru',
  ),
  widget_supported_languages: fixed(
    Type.Array(LOCALE, {
      minItems: 1,
      maxItems: locales.length,
      uniqueItems: true,
      description: 'Enabled languages.',
      examples: [['ru', 'en']],
    }),
    [...locales],
  ),
  widget_fallback_language: fixed(
    Type.Unsafe<Locale>({
      ...LOCALE,
      description: 'Language used when no other matches; one of widget_supported_languages.',
    }),
    'en',
  ),
  widget_auto_translate_custom_texts: fixed(
    Type.Boolean({ description: 'Whether missing translations are made by AI.' }),
    false,
  ),
  widget_content_source_language: fixed(
    Type.Unsafe<Locale>({ ...LOCALE, description: 'Language the texts are written in.' }),
    'ru',
  ),
  widget_text_translations: fixed(Translations, {}),
};

export const policyNames = Object.keys(languageSettings) as (keyof typeof languageSettings)[];
