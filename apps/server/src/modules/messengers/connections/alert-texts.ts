import type { Vendor } from '../drivers/index.ts';

interface AlertValues {
  messenger: string;
  site: string;
  detail: string | null;
  link: string;
}

type Write = (alert: AlertValues) => { subject: string; text: string };

/** As people call them. */
export const messengerNames: Record<Vendor, string> = {
  tg: 'Telegram',
  vk: 'VK',
  wa: 'WhatsApp',
  vb: 'Viber',
  fb: 'Messenger',
  ok: 'OK',
  mx: 'MAX',
  cian: 'Cian',
  ali: 'AliExpress',
  apple: 'Messages for Business',
  avito: 'Avito',
};

const en: Write = ({ messenger, site, detail, link }) => ({
  subject: `${messenger} no longer accepts the token of ${site}`,
  text: `${messenger} rejects the token that ${site} is connected with${detail ? ` ("${detail}")` : ''}. Messages of customers no longer arrive, and replies are not sent.

Connect it again with a new token:
${link}
`,
});

const ru: Write = ({ messenger, site, detail, link }) => ({
  subject: `${messenger} больше не принимает токен сайта ${site}`,
  text: `${messenger} отклоняет токен, с которым подключён ${site}${detail ? ` («${detail}»)` : ''}. Сообщения клиентов не приходят, ответы не отправляются.

Подключите заново с новым токеном:
${link}
`,
});

export const alertTexts: Record<string, Write> = { en, ru };
