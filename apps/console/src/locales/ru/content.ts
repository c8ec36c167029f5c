import type { Texts } from '../en.ts';

export const content: Texts['content'] = {
  picture: 'Фото',
  file: 'Файл',
  openPicture: 'Посмотреть фото',
  download: 'Скачать',
  open: 'Открыть в новой вкладке',
  gone: 'Больше не показать',
  location: 'Место на карте',
  openMap: 'Открыть карту',
  buttons: 'Кнопки, которые видит посетитель',
  stickers: {
    hello: 'Привет',
    thanks: 'Спасибо',
    ok: 'Хорошо',
    heart: 'Сердце',
    laugh: 'Смешно',
    sad: 'Грустно',
    wow: 'Ого',
    party: 'Ура',
  },
  unknown: 'Это сообщение здесь не показать',
};
