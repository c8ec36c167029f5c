import type { PauseReason } from '@parley/contract';

interface AlertValues {
  name: string;
  site: string;
  reason: PauseReason;
  link: string;
}

type WriteAlert = (alert: AlertValues) => { subject: string; text: string };

const en: Record<PauseReason, string> = {
  schedule_missed: 'The server was not running at its time.',
  channel_not_ready: 'Its channel is disconnected or inactive.',
  mail_not_ready: 'The mail server does not accept e-mails.',
  too_many_failures: 'More than 20 % of its messages failed.',
};

const ru: Record<PauseReason, string> = {
  schedule_missed: 'В назначенное время сервер не работал.',
  channel_not_ready: 'Её канал отключён.',
  mail_not_ready: 'Почтовый сервер не принимает письма.',
  too_many_failures: 'Больше 20 % сообщений не доставлено.',
};

export const alertTexts: Record<string, WriteAlert> = {
  en: ({ name, site, reason, link }) => ({
    subject: `"${name}" is paused`,
    text: `"${name}" of ${site} has paused itself. ${en[reason]} Nobody who has not got it is lost: resume it once the cause is gone.

${link}
`,
  }),
  ru: ({ name, site, reason, link }) => ({
    subject: `Рассылка «${name}» приостановлена`,
    text: `Рассылка «${name}» на ${site} приостановилась. ${ru[reason]} Остальные получатели не потеряны: продолжите её, когда причина будет устранена.

${link}
`,
  }),
};
