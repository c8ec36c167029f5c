import { languageChoice as en } from '../en/language-choice.ts';
import { languageChoice as ru } from '../ru/language-choice.ts';
import { pageTexts } from './page-texts.ts';

export const useLanguageChoiceTexts = pageTexts({ en, ru });
