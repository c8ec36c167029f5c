/** Languages that can be enabled for a widget. */
export const locales = [
  'ru',
  'en',
  'el',
  'de',
  'es',
  'ar',
  'zh',
  'fr',
  'it',
  'pt',
  'tr',
  'uk',
  'pl',
  'ja',
  'ko',
  'vi',
  'id',
  'th',
  'hi',
  'nl',
  'cs',
  'ro',
  'sv',
  'he',
  'fa',
] as const;

export type Locale = (typeof locales)[number];

/** The language of a BCP 47 tag, if widgets have it: `en-US` and `EN` are `en`. */
export function localeOf(tag: string): Locale | undefined {
  try {
    const { language } = new Intl.Locale(tag.replaceAll('_', '-'));
    return locales.find((locale) => locale === language);
  } catch {
    return undefined;
  }
}
