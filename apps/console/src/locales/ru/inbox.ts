import type { Texts } from '../en.ts';

export const inbox: Texts['inbox'] = {
  title: 'Диалоги',
};
