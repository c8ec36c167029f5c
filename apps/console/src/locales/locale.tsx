import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { Texts } from './en.ts';

/** Every language of the console by its own name, and where its texts are: only those of one are loaded. */
const sources = {
  en: { name: 'English', load: () => import('./en.ts').then(({ en }) => en) },
  ru: { name: 'Русский', load: () => import('./ru.ts').then(({ ru }) => ru) },
} satisfies Record<string, { name: string; load: () => Promise<Texts> }>;

export type Locale = keyof typeof sources;

export const locales = Object.entries(sources).map(([locale, { name }]) => ({ locale: locale as Locale, name }));

interface Speech {
  locale: Locale;
  texts: Texts;
}

const STORAGE_KEY = 'parley-locale';

const isLocale = (name: string | null | undefined): name is Locale => name != null && Object.hasOwn(sources, name);

/** What was chosen here before, or else the first of the browser's languages that we speak. */
export async function loadSpeech(): Promise<Speech> {
  const spoken = [remembered(), ...navigator.languages.map((tag) => tag.split('-')[0])];
  const locale = spoken.find(isLocale) ?? 'en';
  return { locale, texts: await sources[locale].load() };
}

const SpeechContext = createContext<(Speech & { choose: (locale: Locale) => Promise<void> }) | undefined>(undefined);

export function LocaleProvider({ initial, children }: { initial: Speech; children: ReactNode }) {
  const [speech, setSpeech] = useState(initial);
  useEffect(() => {
    document.documentElement.lang = speech.locale;
  }, [speech.locale]);
  const choose = async (locale: Locale) => {
    remember(locale);
    setSpeech({ locale, texts: await sources[locale].load() });
  };
  return <SpeechContext value={{ ...speech, choose }}>{children}</SpeechContext>;
}

export function useLocale() {
  const speech = use(SpeechContext);
  if (!speech) throw new Error('useLocale outside of LocaleProvider');
  return speech;
}

/** Everything the console says, in the reader's language. */
export function useTexts(): Texts {
  return useLocale().texts;
}

// A browser that forbids storage throws; the choice then lasts as long as the page.
function remembered() {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function remember(locale: Locale) {
  try {
    localStorage.setItem(STORAGE_KEY, locale);
  } catch {}
}
