import type { Texts } from '../en.ts';

export const contacts: Texts['contacts'] = {
  title: 'Контакты',
};
