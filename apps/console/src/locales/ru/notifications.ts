import type { Texts } from '../en.ts';

export const notifications: Texts['notifications'] = {
  visitor: 'Посетитель',
  mentioned: (name) => `Вас упоминает ${name}`,
  assigned: (name) => `Вам передан диалог. Кто передал: ${name}`,
  open: 'Открыть',
  offerLabel: 'Уведомления',
  offer: 'Узнавайте о новых сообщениях, даже когда вы в другой вкладке',
  allow: 'Включить',
  later: 'Не сейчас',
};
