import type { picture as en } from '../en/picture.ts';

export const picture: typeof en = {
  choose: 'Выбрать фото',
  remove: 'Убрать',
  rule: 'JPEG, PNG, GIF или WebP, обрежем до квадрата.',
  unreadable: 'Не удалось прочитать изображение. Выберите JPEG, PNG, GIF или WebP.',
};
