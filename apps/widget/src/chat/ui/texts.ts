import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Texts } from '../../locales/en.ts';

/** The language to show what the owner wrote in, and the widget's own words, which may be in another. */
export interface Language {
  locale: string;
  texts: Texts;
}

export const LanguageContext = createContext({} as Language);

export const useTexts = () => useContext(LanguageContext).texts;
export const useLocale = () => useContext(LanguageContext).locale;
