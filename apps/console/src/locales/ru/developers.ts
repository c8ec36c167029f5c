import type { developers as en } from '../en/developers.ts';

export const developers: typeof en = {
  title: 'Разработчикам',
  lead: 'Подключайте другие программы к диалогам, контактам и файлам через API и вебхуки.',
  widget: 'Виджет',
  domain: 'Сайт',
  noDomain: 'Домен ещё не указан',
  api: 'API',
  apiOn: 'Включён',
  apiOff: 'Выключен',
  reference: 'Справочник API',
  referenceLead: 'Все методы: поля, ответы и примеры.',
  token: 'Создайте токен',
  tokenLead:
    'С ним другие программы обращаются к API. Выполните команду на сервере: токен показывается только один раз.',
  switchOn: 'Включите API',
  switchOnLead: 'Пока API этого виджета выключен, его токены не работают.',
};
