import { useMemo } from 'react';
import { useLocale } from '../../locales/locale.tsx';

/** Returns the name of a language in the language of the console. */
export function useLanguageNames() {
  const { locale } = useLocale();
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'language' });
    return (code: string) => {
      const name = names.of(code) ?? code;
      return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
    };
  }, [locale]);
}
