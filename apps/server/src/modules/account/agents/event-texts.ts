import type { AgentEventType } from '@parley/contract';

export const eventTexts: Record<AgentEventType | 'unknown', string> = {
  signed_in: 'Вход в консоль',
  signed_out: 'Выход из консоли',
  went_online: 'На связи',
  went_offline: 'Не на связи',
  break_started: 'Начало перерыва',
  break_ended: 'Конец перерыва',
  chat_accepted: 'Чат принят',
  chat_transferred_in: 'Чат получен от коллеги',
  chat_transferred_out: 'Чат передан коллеге',
  chat_closed: 'Чат закрыт',
  invited: 'Отправлено приглашение коллеге',
  joined: 'Приглашение принято',
  suspended: 'Доступ приостановлен',
  restored: 'Доступ возвращён',
  removed: 'Удаление из команды',
  avatar_changed: 'Фотография изменена',
  unknown: 'Событие без названия',
};
