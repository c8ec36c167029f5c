import { defaultNames } from './default-names.ts';

/** Shown where an operator has no name; visitors see it in their language. */
export const DEFAULT_NAME = 'Assistant';

interface StoredNames {
  name: string | null;
  name_i18n: Record<string, string> | null;
}

/** What visitors see of an operator's names: the first word, by language where it is not the same in all. */
export function toShownNames({ name, name_i18n }: StoredNames) {
  const names = { ...(name === null && defaultNames), ...name_i18n };
  const shown = Object.entries(names).map(([locale, each]) => [locale, firstWord(each)]);
  return { name: firstWord(name ?? DEFAULT_NAME), names: Object.fromEntries(shown) as Record<string, string> };
}

/** A no-break space separates no words. */
const firstWord = (name: string) => name.split(/[^\S\u00a0]+/, 1)[0] ?? name;
