import type { aiMenu as en } from '../en/ai-menu.ts';

export const aiMenu: typeof en = {
  tabs: {
    overview: 'Обзор',
    operators: 'Операторы',
    assistants: 'Ассистенты',
    knowledge: 'Знания',
    credentials: 'Ключи',
    external: 'Внешние операторы',
    phrases: 'Фразы',
    alerts: 'Предупреждения',
    usage: 'Расход',
  },
  saved: 'Сохранено.',
  more: 'Другие действия',
  limitReached: 'Их может быть не больше 100. Сначала удалите лишнее.',
  nameMissing: 'Введите название.',
  urlMissing: 'Введите адрес целиком, например https://example.com/hook.',
  urlRefused: 'По этому адресу обратиться нельзя. Нужен публичный адрес с https.',
};
