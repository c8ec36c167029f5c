import type { LoaderConfig } from '@parley/contract';
import type { Memory } from '../shell.ts';

/**
 * By precedence: the visitor's choice, `ServiceLocale` of the page, the language fixed by the owner, those of the page and
 * of the browser, the owner's fallback. The interface uses the first of them that it is translated to.
 */
export function resolveLanguage({ languages, look, files }: LoaderConfig, memory: Memory) {
  const { ServiceLocale } = window as { ServiceLocale?: unknown };
  const candidates = [
    look.show_languages && memory.get('language'),
    ServiceLocale,
    languages.default !== 'auto' && languages.default,
    document.documentElement.lang,
    ...navigator.languages,
    languages.fallback,
  ];
  let preferred = '';
  for (const candidate of candidates) {
    // Regional variants share the translation of their language.
    const primary = String(candidate).toLowerCase().split(/[-_]/)[0] as string;
    if (languages.supported.indexOf(primary as never) < 0) continue;
    preferred = preferred || primary;
    if (files.locales[primary]) return { preferred, ui: primary };
  }
  return { preferred: preferred || languages.fallback, ui: 'en' };
}

/** Watches the language of the page, unless the owner fixed one. */
export function watchPageLanguage({ languages }: LoaderConfig, onChange: () => void) {
  if (languages.default !== 'auto') return;
  new MutationObserver(onChange).observe(document.documentElement, { attributeFilter: ['lang'] });
}
