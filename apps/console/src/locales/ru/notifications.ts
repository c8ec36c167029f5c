import type { Texts } from '../en.ts';

export const notifications: Texts['notifications'] = {
  visitor: 'Посетитель',
  offerLabel: 'Уведомления',
  offer: 'Узнавайте о новых сообщениях, даже когда вы в другой вкладке',
  allow: 'Включить',
  later: 'Не сейчас',
};
