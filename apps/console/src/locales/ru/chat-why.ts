import type { chatWhy as en } from '../en/chat-why.ts';

const within = (department: string | undefined) => (department === undefined ? '' : `, отдел «${department}»`);

/** Names are not inflected, so they stand in the nominative. */
export const chatWhy: typeof en = {
  routing: 'Кому достался диалог',
  notifications: 'Кого уведомили',
  empty: 'За последние 30 дней решений не было.',
  failed: 'Не удалось загрузить причины',
  gone: 'удалённый отдел',
  decisions: {
    assigned: ({ who, department, count }) =>
      count > 1
        ? `Диалог получает ${who}: меньше всех занят из ${count} в сети${within(department)}`
        : `Диалог получает ${who}: больше никого нет в сети${within(department)}`,
    owner_stays: ({ who }) => `Диалог остаётся у оператора: ${who}`,
    away_owner_stays: ({ who }) => `Диалог остаётся у оператора: ${who}. Его нет на месте, но и других нет`,
    nobody_there: ({ department }) => `Диалог никому не достался: никого нет в сети${within(department)}`,
    departments_closed: () => 'Диалог никому не достался: все отделы закрыты',
    ai_answers: () => 'Отвечает ИИ, оператор не нужен',
    answered: ({ who }) => `Первым отвечает ${who}`,
    taken: ({ who }) => `${who} берёт диалог`,
    assigned_by_agent: ({ who }) => `Коллега назначает оператора: ${who}`,
    assigned_by_api: ({ who }) => `Интеграция назначает оператора: ${who}`,
    transferred: ({ department }) => `Диалог передан в отдел «${department}»`,
  },
  passedOver: (who, why) => `${who} не получает диалог: ${why}`,
  lost: (who, why) => `${who} больше не ведёт диалог: ${why}`,
  whys: {
    owner_away: 'не в сети больше пяти минут',
    owner_suspended: 'доступ приостановлен',
    busier: 'открытых диалогов больше',
    later_turn: 'диалогов столько же, но сейчас чужая очередь',
    on_break: 'на перерыве',
    offline: 'не в сети',
    suspended: 'доступ приостановлен',
    not_in_department: 'не состоит в отделах этого канала',
    department_closed: 'отдел закрыт',
  },
  open: (name) => `Отдел «${name}» открыт`,
  closed: (name) => `Отдел «${name}» закрыт`,
  sent: {
    push: (who) => `${who}: push-уведомление отправлено`,
    email_unanswered: (who) => `${who}: отправлено письмо о долгом ожидании`,
    email_offline: (who) => `${who}: отправлено письмо о сообщении без операторов в сети`,
    email_personal: (who) => `${who}: отправлено письмо об упоминании или назначении`,
  },
  unsent: {
    push: (who, why) => `${who}: без push-уведомления, ${why}`,
    email_unanswered: (who, why) => `${who}: без письма о долгом ожидании, ${why}`,
    email_offline: (who, why) => `${who}: без письма, ${why}`,
    email_personal: (who, why) => `${who}: без письма об упоминании или назначении, ${why}`,
  },
  reasons: {
    sent: '',
    online: 'консоль была открыта',
    on_break: 'перерыв',
    suspended: 'доступ приостановлен',
    turned_off: 'отключено в настройках',
    no_device: 'браузер не подключён',
    not_a_member: 'не состоит в отделе',
    not_theirs: 'диалог ведёт другой оператор',
    somebody_online: 'кто-то был в сети',
    already_sent: 'письмо уже приходило',
    answered: 'диалог уже открыт или на него ответили',
    too_late: 'прошло больше часа',
    refused: 'сервер не принял',
    no_mail_server: 'почтовый сервер не настроен',
  },
};
