import { Type } from 'typebox';
import { type Locale, locales } from './locales.ts';
import { byName, fixed } from './setting-kinds.ts';

const LOCALE = Type.Unsafe<Locale>({ type: 'string', enum: locales });

/** Texts that can be written in several languages, and how long each may be. */
export const longestText = { widget_name: 255, widget_signature: 255, widget_greeting: 4_000 };
export const translatedTexts = Object.keys(longestText) as (keyof typeof longestText)[];

const Translations = Type.Object(
  byName(translatedTexts, (name) => {
    const Text = Type.String({ maxLength: longestText[name] });
    return Type.Optional(
      Type.Object(
        byName(locales, () => Type.Optional(Text)),
        { additionalProperties: false },
      ),
    );
  }),
  {
    additionalProperties: false,
    description:
      'How the texts read in languages that are enabled: by text, then by language. It is replaced as a whole.',
    examples: [{ widget_greeting: { en: 'Hello! How can we help?' } }],
  },
);

/** What language the widget speaks, and what of its owner's words is translated: these are never without a value. */
export const languageSettings = {
  widget_default_language: fixed(
    Type.Unsafe<'auto' | Locale>({
      type: 'string',
      enum: ['auto', ...locales],
      description:
        'The language of every page, one of widget_supported_languages; auto: that of the page or the browser',
    }),
    'ru',
  ),
  widget_supported_languages: fixed(
    Type.Array(LOCALE, {
      minItems: 1,
      maxItems: locales.length,
      uniqueItems: true,
      description: 'Languages that are enabled',
      examples: [['ru', 'en']],
    }),
    [...locales],
  ),
  widget_fallback_language: fixed(
    Type.Unsafe<Locale>({ ...LOCALE, description: 'Where no other fits; one of widget_supported_languages' }),
    'en',
  ),
  widget_auto_translate_custom_texts: fixed(
    Type.Boolean({ description: 'Whether texts without a translation are translated by AI' }),
    false,
  ),
  widget_content_source_language: fixed(
    Type.Unsafe<Locale>({ ...LOCALE, description: 'What the texts are written in' }),
    'ru',
  ),
  widget_text_translations: fixed(Translations, {}),
};

export const policyNames = Object.keys(languageSettings) as (keyof typeof languageSettings)[];
