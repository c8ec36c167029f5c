import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Language } from '../model/panel.ts';

export const LanguageContext = createContext({} as Language);

export const useTexts = () => useContext(LanguageContext).texts;
export const useLocale = () => useContext(LanguageContext).locale;
