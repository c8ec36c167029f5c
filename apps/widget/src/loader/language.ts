import type { LoaderConfig } from '@parley/contract';
import type { Memory } from '../shell.ts';

/**
 * Which language is wished for: what the visitor chose, what the page says before the script, what the owner fixed, the
 * language of the page, those of the browser, and what the owner falls back to. The first of them that the widget itself
 * has words in is the one it speaks.
 */
export function resolveLanguage({ languages, look, files }: LoaderConfig, memory: Memory) {
  const { ServiceLocale } = window as { ServiceLocale?: unknown };
  const wishes = [
    look.show_languages && memory.get('language'),
    ServiceLocale,
    languages.default !== 'auto' && languages.default,
    document.documentElement.lang,
    ...navigator.languages,
    languages.fallback,
  ];
  let wished = '';
  for (const wish of wishes) {
    // A region has the words of its language.
    const primary = typeof wish === 'string' ? (wish.toLowerCase().split(/[-_]/)[0] as string) : '';
    if (!primary || languages.supported.indexOf(primary as never) < 0) continue;
    wished = wished || primary;
    if (files.locales[primary]) return { wished, spoken: primary };
  }
  return { wished: wished || languages.fallback, spoken: 'en' };
}

/** Calls back when the page may speak another language now; only where nothing was fixed. */
export function followLanguage({ languages }: LoaderConfig, changed: () => void) {
  if (languages.default !== 'auto') return;
  new MutationObserver(changed).observe(document.documentElement, { attributeFilter: ['lang'] });
}
