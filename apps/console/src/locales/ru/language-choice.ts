import type { languageChoice as en } from '../en/language-choice.ts';

export const languageChoice: typeof en = {
  language: 'Язык',
  otherLanguages: 'Все остальные языки',
  translated: 'Со своим текстом',
  notTranslated: 'Без своего текста',
  noLanguage: 'Такого языка нет',
};
