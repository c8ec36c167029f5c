import type { Texts } from '../en.ts';

export const visitors: Texts['visitors'] = {
  title: 'Посетители',
};
