import type { Mail } from '../../../infra/mail/mailer.ts';

interface Invitation {
  email: string;
  domain?: string | null;
  account_name?: string | null;
  link: string;
}

/** Both languages in one mail: the reader's language isn't known yet. */
export function writeInvitation({ email, domain, account_name, link }: Invitation): Mail {
  const site = domain ?? new URL(link).host;
  const text = `Hello!

${account_name ? `${account_name} invited you` : "You're invited"} to join ${site}'s support team in Parley. Open this link within 7 days to accept:

${link}

If you weren't expecting this, you can ignore this e-mail.

—

${account_name ? `${account_name} приглашает вас` : 'Вас приглашают'} в команду поддержки ${site} в Parley. Чтобы присоединиться, откройте ссылку выше в течение 7 дней.
Если вы не ждали приглашения, просто не обращайте внимания на это письмо.
`;
  return { to: email, subject: `Join the ${site} team · Приглашение в команду ${site}`, text };
}
