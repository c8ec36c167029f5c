import { type Locale, useLocale } from '../locale.tsx';

/** The texts of a page that the inbox doesn't need. They are loaded with the page, in all languages. */
export function pageTexts<Texts>(texts: Record<Locale, Texts>) {
  return () => texts[useLocale().locale];
}
