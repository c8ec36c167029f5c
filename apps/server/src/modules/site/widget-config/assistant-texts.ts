import type { Locale, WidgetConfig } from '@parley/contract';

interface Assistant {
  greeting: string | null;
  greeting_i18n: Record<string, string> | null;
  quick_phrases: string[];
  quick_phrases_i18n: Record<string, string[]> | null;
}

interface Settings {
  config: Pick<WidgetConfig, 'languages' | 'texts'>;
  widget_content_source_language: Locale;
}

/** Greeting and quick phrases of a widget whose new chats an assistant answers, for each of its languages. */
export function toAssistantTexts(assistant: Assistant, { config, ...settings }: Settings) {
  const { supported, fallback } = config.languages;
  const { source, translations } = config.texts.greeting;
  const written = settings.widget_content_source_language;
  const greetingIn = (locale: Locale) =>
    assistant.greeting_i18n?.[locale] ??
    translations[locale] ??
    (locale === written ? source : null) ??
    assistant.greeting_i18n?.[fallback] ??
    assistant.greeting;
  const phrasesIn = (locale: Locale) =>
    assistant.quick_phrases_i18n?.[locale] ?? assistant.quick_phrases_i18n?.[fallback] ?? assistant.quick_phrases;
  return {
    // Where there is none, the widget shows the source, or its own text.
    greeting: { source, translations: { ...translations, ...textsOf(supported, greetingIn) } },
    quick_phrases: textsOf(supported, (locale) => (phrasesIn(locale).length ? phrasesIn(locale) : null)),
  };
}

function textsOf<Text>(supported: Locale[], textIn: (locale: Locale) => Text | null): Record<string, Text> {
  const texts = supported.flatMap((locale) => {
    const text = textIn(locale);
    return text === null ? [] : [[locale, text] as const];
  });
  return Object.fromEntries(texts);
}
