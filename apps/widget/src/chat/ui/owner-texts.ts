import type { LoaderConfig } from '@parley/contract';
import type { Language } from './texts.ts';

type Name = keyof LoaderConfig['texts'];

/** What the owner wrote, in the visitor's language where there is a translation. */
export function ownerText({ texts }: LoaderConfig, name: Name, locale: string) {
  const { source, translations } = texts[name];
  return translations[locale] ?? source ?? undefined;
}

export function nameOf(config: LoaderConfig, { locale, texts }: Language) {
  return ownerText(config, 'name', locale) ?? texts.name;
}
