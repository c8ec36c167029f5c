import type { Texts } from '../en.ts';

export const release: Texts['release'] = {
  ready: 'Вышла новая версия',
  reload: 'Обновить',
  goneHeading: 'Parley обновился',
  gone: 'Эта страница — из прошлой версии. Обновите её, чтобы продолжить.',
};
