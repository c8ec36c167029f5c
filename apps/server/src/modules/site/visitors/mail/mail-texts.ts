import * as messages from '../../../conversations/messages/index.ts';

/** Texts around a chat in a mail to the visitor. */
interface Texts {
  words: messages.TranscriptTexts;
  transcript: (site: string, lines: string) => { subject: string; text: string };
  unseen: (site: string, lines: string, link: string) => { subject: string; text: string };
}

const en: Texts = {
  words: {
    client: 'You',
    agent: 'Agent',
    ai: 'Assistant',
    system: 'Notice',
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
Continue here:
${link}

—
Times are in UTC.
`,
  }),
};

const ru: Texts = {
  words: {
    client: 'Вы',
    agent: 'Оператор',
    ai: 'Помощник',
    system: 'Уведомление',
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
Продолжить можно здесь:
${link}

—
Время указано по UTC.
`,
  }),
};

export const textsFor = (locale: string | null) => (/^ru(?![a-z])/i.test(locale ?? '') ? ru : en);
