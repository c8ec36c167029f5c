import type { invite as en } from '../en/invite.ts';

export const invite: typeof en = {
  email: 'Почта коллеги',
  example: 'name@example.com',
  submit: 'Пригласить',
  sending: 'Приглашаем…',
  sent: (email) => `Приглашение отправлено на ${email}. Ссылка действует 7 дней.`,
  linkReady: (email) =>
    `Почтовый сервер не настроен, поэтому перешлите ссылку на ${email} сами. Она показана один раз и действует 7 дней.`,
  link: (email) => `Ссылка-приглашение для ${email}`,
  refused: {
    already_agent: 'Уже в команде.',
    already_invited: 'Приглашение уже отправлено, ссылка в письме ещё действует.',
    seat_limit_reached: 'Все места заняты или ждут приглашённых.',
    upstream_failed:
      'Не удалось отправить письмо, приглашение не создано. Проверьте SMTP_URL на сервере и попробуйте снова.',
  },
};
