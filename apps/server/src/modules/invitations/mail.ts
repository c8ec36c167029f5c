import type { Mail } from '../../infra/mail/mailer.ts';

interface Invitation {
  email: string;
  domain?: string | null;
  account_name?: string | null;
  publicUrl: string;
  token: string;
}

/** Both languages in one mail: nobody knows yet which one its reader speaks. */
export function writeInvitation({ email, domain, account_name, publicUrl, token }: Invitation): Mail {
  const site = domain ?? new URL(publicUrl).host;
  const text = `Hello!

${account_name ? `${account_name} invites you` : 'You are invited'} to answer visitors of ${site} in Parley. Open this link within seven days to join:

${publicUrl}/app/invitation#${token}

If you don't know what this is about, do nothing: nobody can join in your name.

—

${account_name ? `${account_name} приглашает вас` : 'Вас приглашают'} отвечать посетителям сайта ${site} в Parley. Чтобы присоединиться, откройте ссылку выше в течение семи дней.
Если вы не знаете, о чём речь, ничего не делайте: без вас от вашего имени никто не войдёт.
`;
  return { to: email, subject: `Join the team of ${site} · Приглашение в команду ${site}`, text };
}
