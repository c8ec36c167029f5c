import * as messages from '../../../conversations/messages/index.ts';

/** Texts around a chat in a mail to the visitor. */
interface Texts {
  words: messages.TranscriptTexts;
  transcript: (site: string, lines: string) => { subject: string; text: string };
  /** Without a link, the page the visitor wrote on can't be verified. */
  unseen: (site: string, lines: string, link: string | undefined) => { subject: string; text: string };
}

const en: Texts = {
  words: {
    forVisitorsIn: 'en',
    client: 'You',
    agent: 'Agent',
    ai: 'Assistant',
    system: 'Notice',
    deleted: '[deleted]',
    cut: '[The rest is too long for an e-mail]',
    head: messages.mailHead('en'),
  },
  transcript: (site, lines) => ({
    subject: `Your chat on ${site}`,
    text: `Hello!

Your transcript of the chat on ${site}. Times are in UTC.

${lines}
—
Someone, probably you, asked for this e-mail in the chat. If it wasn't you, ignore it: you won't get another.
`,
  }),
  unseen: (site, lines, link) => ({
    subject: `You have a reply on ${site}`,
    text: `Hello!

You have a reply in the chat on ${site}:

${lines}
${link ? `Continue here:\n${link}` : 'To continue, open the chat on the page where you wrote to us.'}

—
Times are in UTC.
`,
  }),
};

const ru: Texts = {
  words: {
    forVisitorsIn: 'ru',
    client: 'Вы',
    agent: 'Оператор',
    ai: 'Помощник',
    system: 'Уведомление',
    deleted: '[удалено]',
    cut: '[Остальное не поместилось в письмо]',
    head: messages.mailHead('ru'),
  },
  transcript: (site, lines) => ({
    subject: `Ваш чат на сайте ${site}`,
    text: `Здравствуйте!

Переписка из вашего чата на сайте ${site}. Время указано по UTC.

${lines}
—
Кто-то, скорее всего вы, запросил это письмо в чате. Если это были не вы, не обращайте внимания: других писем не будет.
`,
  }),
  unseen: (site, lines, link) => ({
    subject: `Вам ответили на сайте ${site}`,
    text: `Здравствуйте!

Пока вас не было, вам ответили в чате на сайте ${site}:

${lines}
${link ? `Продолжить можно здесь:\n${link}` : 'Чтобы продолжить, откройте чат на странице, с которой вы писали.'}

—
Время указано по UTC.
`,
  }),
};

export const textsFor = (locale: string | null) => (/^ru(?![a-z])/i.test(locale ?? '') ? ru : en);
