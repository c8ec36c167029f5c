import type { Mail } from '../../infra/mail/mailer.ts';

/** Both languages in one mail: nobody is signed in whose language would be known. */
export function writeResetMail({ email, name }: { email: string; name: string | null }, link: string): Mail {
  const text = `Hello${name ? `, ${name}` : ''}!

Somebody, probably you, asked for a new Parley password. Open this link within an hour to set one:

${link}

If it wasn't you, do nothing: your password stays as it is.

—

Кто-то, скорее всего вы, попросил новый пароль для Parley. Чтобы задать его, откройте ссылку выше в течение часа.
Если это были не вы, ничего не делайте: пароль останется прежним.
`;
  return { to: email, subject: 'A new password for Parley · Новый пароль для Parley', text };
}
