import type { broadcasts as en } from '../en/broadcasts.ts';

const rules = new Intl.PluralRules('ru');
const waiting = (count: number) => {
  const written = count.toLocaleString('ru');
  const kind = rules.select(count);
  if (kind === 'one') return `${written} человек, который ещё ждёт, её не получит`;
  return `${written} ${kind === 'few' ? 'человека' : 'человек'}, которые ещё ждут, её не получат`;
};
export const broadcasts: typeof en = {
  title: 'Рассылки',
  lead: 'Одно сообщение многим людям — в тех диалогах, которые у вас с ними уже есть.',
  create: 'Новая рассылка',
  failed: 'Не удалось загрузить рассылки',
  failedOne: 'Не удалось загрузить рассылку',
  missing: 'Такой рассылки нет',
  empty: 'Рассылок пока нет',
  emptyLead: 'Расскажите клиентам о новостях там, где они с вами уже общаются.',
  noMatches: 'Ничего не найдено',
  noMatchesLead: 'Выберите другое состояние или канал.',
  channel: 'Канал',
  anyChannel: 'Любой канал',
  pauseReasons: {
    schedule_missed: {
      what: () => 'В назначенное время сервер не работал.',
      todo: 'Возобновите, чтобы отправить сейчас, или отмените.',
    },
    channel_not_ready: {
      what: (channel) => `Через канал «${channel}» ничего не отправить.`,
      todo: 'Подключите канал снова и возобновите рассылку.',
    },
    mail_not_ready: {
      what: () => 'Почтовый сервер не принял письма.',
      todo: 'Проверьте настройки почты и возобновите рассылку.',
    },
    too_many_failures: {
      what: () => 'Больше пятой части сообщений не отправилось.',
      todo: 'Посмотрите ниже, почему, и возобновите или отмените рассылку.',
    },
  },
  openChannel: 'Открыть канал',
  channelNotReady: (channel) => `Через канал «${channel}» сейчас ничего не отправить. Сначала подключите его снова.`,
  renameHeading: 'Переименовать рассылку',
  cancel: 'Отменить рассылку…',
  removed: 'Рассылка удалена.',
  removeQuestion: 'Удалить рассылку?',
  removeLead: 'Пропадут и её показатели, и список получателей. Сообщения останутся в диалогах.',
  removeDraftLead: 'Из неё ничего не отправлено.',
  removeConfirm: 'Удалить рассылку',
  done: {
    pause: 'Приостановлена. Больше ничего не отправляется.',
    resume: 'Рассылка продолжается.',
    finish: 'Завершена.',
    cancel: 'Отменена. Больше ничего не отправляется.',
  },
  ends: {
    finish: {
      question: 'Завершить рассылку сейчас?',
      lead: (pending) => `${waiting(pending)}. Это нельзя отменить.`,
      confirm: 'Завершить рассылку',
    },
    cancel: {
      question: 'Отменить рассылку?',
      lead: (pending) =>
        pending
          ? `${waiting(pending)}. Отправленное останется в диалогах. Это нельзя вернуть.`
          : 'Она не будет отправлена. Это нельзя вернуть.',
      confirm: 'Отменить рассылку',
    },
  },
  onlyFile: 'Файл без текста',
  sender: 'От кого',
  noSender: 'Без имени',
  failReasons: {
    recipient_blocked: 'Заблокировал вас в мессенджере',
    recipient_unknown: 'Такого аккаунта больше нет',
    window_closed: 'Мессенджер больше не разрешает писать',
    content_rejected: 'Мессенджер не принял сообщение',
    too_large: 'Файл слишком большой',
    rate_limited: 'Слишком много сообщений за короткое время',
    credential_rejected: 'Токен не принимается',
    provider_unavailable: 'Мессенджер не ответил',
    not_connected: 'Канал не подключён',
  },
};
