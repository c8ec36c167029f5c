import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { Texts } from './en.ts';

/** Languages by their own names. Only the texts of one are loaded. */
const sources = {
  en: { name: 'English', load: () => import('./en.ts').then(({ en }) => en) },
  ru: { name: 'Русский', load: () => import('./ru.ts').then(({ ru }) => ru) },
} satisfies Record<string, { name: string; load: () => Promise<Texts> }>;

export type Locale = keyof typeof sources;

export const locales = Object.entries(sources).map(([locale, { name }]) => ({ locale: locale as Locale, name }));

interface LoadedLocale {
  locale: Locale;
  texts: Texts;
}

const STORAGE_KEY = 'parley-locale';

const isLocale = (name: string | null | undefined): name is Locale => name != null && Object.hasOwn(sources, name);

/** The stored choice, or the first supported language of the browser. */
export async function loadLocale(): Promise<LoadedLocale> {
  const preferred = [readStored(), ...navigator.languages.map((tag) => tag.split('-')[0])];
  const locale = preferred.find(isLocale) ?? 'en';
  return { locale, texts: await sources[locale].load() };
}

const LocaleContext = createContext<(LoadedLocale & { choose: (locale: Locale) => Promise<void> }) | undefined>(
  undefined,
);

export function LocaleProvider({ initial, children }: { initial: LoadedLocale; children: ReactNode }) {
  const [current, setCurrent] = useState(initial);
  useEffect(() => {
    document.documentElement.lang = current.locale;
  }, [current.locale]);
  const choose = async (locale: Locale) => {
    store(locale);
    setCurrent({ locale, texts: await sources[locale].load() });
  };
  return <LocaleContext value={{ ...current, choose }}>{children}</LocaleContext>;
}

export function useLocale() {
  const current = use(LocaleContext);
  if (!current) throw new Error('useLocale outside of LocaleProvider');
  return current;
}

/** All texts of the console in the current language. */
export function useTexts(): Texts {
  return useLocale().texts;
}

// Throws where storage is forbidden: the choice then lasts as long as the page.
function readStored() {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function store(locale: Locale) {
  try {
    localStorage.setItem(STORAGE_KEY, locale);
  } catch {}
}
