import type { Names } from '../names.ts';

export const ru: Names = {
  emoji: {
    title: 'Эмодзи',
    recent: 'Недавние',
    smileys: 'Лица',
    gestures: 'Жесты',
    hearts: 'Сердца',
    nature: 'Природа',
    food: 'Еда',
    things: 'Вещи',
  },
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
};
