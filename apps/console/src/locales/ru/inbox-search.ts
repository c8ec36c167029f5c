import type { inboxSearch as en } from '../en/inbox-search.ts';

export const inboxSearch: typeof en = {
  people: 'Люди',
  messages: 'Сообщения',
  more: 'Показать ещё',
  views: {
    mine: 'Мой',
    unassigned: 'Без оператора',
    open: 'Открыт',
    ai: 'У ИИ',
    snoozed: 'Отложен',
    done: 'Завершён',
    spam: 'Спам',
  },
};
