import type { Mail } from '../../../infra/mail/mailer.ts';

/** In both languages, since the reader's language is not known. */
export function writeResetMail({ email, name }: { email: string; name: string | null }, link: string): Mail {
  const text = `Hello${name ? `, ${name}` : ''}!

Someone, probably you, asked to reset your Parley password. Open this link within an hour to choose a new one:

${link}

If it wasn't you, ignore this e-mail: your password stays the same.

—

Кто-то, скорее всего вы, запросил сброс пароля в Parley. Чтобы задать новый пароль, откройте ссылку выше в течение часа.
Если это были не вы, просто не обращайте внимания на это письмо: пароль останется прежним.
`;
  return { to: email, subject: 'Reset your Parley password · Сброс пароля в Parley', text };
}
