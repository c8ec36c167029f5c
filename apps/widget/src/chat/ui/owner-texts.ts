import type { LoaderConfig } from '@parley/contract';
import type { Language } from '../model/panel.ts';

type TextName = keyof LoaderConfig['texts'];

/** A text of the owner, translated to the visitor's language where possible. */
export function ownerText({ texts }: LoaderConfig, name: TextName, locale: string) {
  const { source, translations } = texts[name];
  return translations[locale] ?? source ?? undefined;
}

/** An agent by their name in the visitor's language. */
export function findPerson({ people }: LoaderConfig, agentId: number | null | undefined, locale: string) {
  const person = people.find(({ id }) => id === agentId);
  return person && { ...person, name: person.names[locale] ?? person.name };
}

export function widgetName(config: LoaderConfig, { locale, texts }: Language) {
  return ownerText(config, 'name', locale) ?? texts.name;
}
