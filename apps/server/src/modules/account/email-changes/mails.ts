import type { Mail } from '../../../infra/mail/mailer.ts';

// In both languages, since the reader may not be the user.

/** Asks the new address to confirm. */
export function writeConfirmation(email: string, { user, link }: { user: { email: string }; link: string }): Mail {
  const text = `Hello!

Someone, probably you, asked to sign in to Parley with this e-mail instead of ${user.email}. Open this link within 24 hours to confirm:

${link}

If it wasn't you, ignore this e-mail: nothing changes.

—

Кто-то, скорее всего вы, хочет входить в Parley с этим адресом вместо ${user.email}. Чтобы подтвердить, откройте ссылку выше в течение 24 часов.
Если это были не вы, просто не обращайте внимания на это письмо: ничего не изменится.
`;
  return { to: email, subject: 'Confirm your e-mail for Parley · Подтвердите адрес для Parley', text };
}

/** To an address that another user has: only its owner may know that. */
export function writeTakenNotice(email: string): Mail {
  const text = `Hello!

Someone, probably you, asked to use this e-mail for another Parley account. It already has one, so nothing has changed. To sign in to it, use this e-mail.

If it wasn't you, ignore this e-mail.

—

Кто-то, скорее всего вы, хочет указать этот адрес в другой учётной записи Parley. Он уже занят вашей учётной записью, поэтому ничего не изменилось. Чтобы войти в неё, используйте этот адрес.
Если это были не вы, просто не обращайте внимания на это письмо.
`;
  return {
    to: email,
    subject: 'This e-mail already has a Parley account · У этого адреса уже есть учётная запись',
    text,
  };
}

/** To the former address, once it was changed. */
export function writeChangeNotice(formerEmail: string, { email, name }: { email: string; name: string | null }): Mail {
  const text = `Hello${name ? `, ${name}` : ''}!

Your Parley e-mail was changed from ${formerEmail} to ${email}. Sign in with the new one from now on. Your password and your devices stay signed in as they were.

If this wasn't you, someone knows your password. Tell the owner of your team right away: they can end your sessions and suspend your access.

—

Адрес вашей учётной записи Parley изменён: был ${formerEmail}, теперь ${email}. Входите с новым адресом. Пароль прежний, на ваших устройствах вход сохранён.
Если это были не вы, кто-то знает ваш пароль. Сразу сообщите владельцу команды: он может завершить ваши сеансы и приостановить доступ.
`;
  return { to: formerEmail, subject: 'Your Parley e-mail was changed · Адрес в Parley изменён', text };
}
