import type { Texts } from '../en.ts';

export const release: Texts['release'] = {
  ready: 'Вышла новая версия',
  reload: 'Обновить',
  goneHeading: 'Вышла новая версия',
  gone: 'Эта часть консоли на сервере изменилась. Обновите страницу, чтобы продолжить.',
};
