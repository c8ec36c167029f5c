import type { ConsoleLocale } from '@parley/contract';
import type { Mail } from '../../../infra/mail/mailer.ts';

interface TestMail {
  to: string;
  from: string;
  locale: ConsoleLocale | null;
  publicUrl: string;
}

export function writeTestMail({ to, from, locale, publicUrl }: TestMail): Mail {
  if (locale === 'ru') {
    return {
      to,
      subject: 'Тестовое письмо от Parley',
      text: `Почта работает: это письмо отправил сервер Parley ${publicUrl} от имени ${from}.\n`,
    };
  }
  return {
    to,
    subject: 'Test e-mail from Parley',
    text: `E-mail works: the Parley server at ${publicUrl} sent this as ${from}.\n`,
  };
}
