import type { confirmEmail as en } from '../en/confirm-email.ts';

export const confirmEmail: typeof en = {
  title: 'Новый адрес',
  heading: 'Подтвердите новый адрес',
  lead: 'С ним вы будете входить в Parley, на него будут приходить уведомления.',
  submit: 'Подтвердить',
  sending: 'Подтверждаем…',
  outcomes: {
    done: { heading: 'Адрес изменён', lead: 'В следующий раз войдите с новым адресом. Пароль прежний.' },
    dead: {
      heading: 'Ссылка не работает',
      lead: 'Она неполная, устарела, уже использована или заменена новой. Запросить другую можно в профиле.',
    },
  },
  open: 'Открыть профиль',
};
