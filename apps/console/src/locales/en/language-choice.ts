export const languageChoice = {
  language: 'Language',
  otherLanguages: 'All other languages',
  translated: 'With its own text',
  notTranslated: 'Without its own text',
  noLanguage: 'No such language',
};
