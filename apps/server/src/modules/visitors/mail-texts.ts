import type * as messages from '../messages/index.ts';

/** What is said around a chat in a mail. */
interface Texts {
  words: messages.Words;
  transcript: (site: string, lines: string) => { subject: string; text: string };
  unseen: (site: string, lines: string, link: string) => { subject: string; text: string };
}

const en: Texts = {
  words: { client: 'You', agent: 'Agent', ai: 'Assistant', system: 'Notice', cut: '[The rest is too long for a mail]' },
  transcript: (site, lines) => ({
    subject: `Your chat on ${site}`,
    text: `Hello!

This is what was said in your chat on ${site}.

${lines}
—
Somebody, probably you, asked in the chat for this mail. If it wasn't you, do nothing: there will be no other.
`,
  }),
  unseen: (site, lines, link) => ({
    subject: `You have an answer on ${site}`,
    text: `Hello!

You were answered in the chat on ${site} while you were away:

${lines}
Go on here:
${link}
`,
  }),
};

const ru: Texts = {
  words: {
    client: 'Вы',
    agent: 'Оператор',
    ai: 'Помощник',
    system: 'Уведомление',
    cut: '[Остальное для письма слишком длинно]',
  },
  transcript: (site, lines) => ({
    subject: `Ваш чат на сайте ${site}`,
    text: `Здравствуйте!

Это переписка из вашего чата на сайте ${site}.

${lines}
—
Кто-то, скорее всего вы, попросил в чате прислать это письмо. Если это были не вы, ничего не делайте: других писем не будет.
`,
  }),
  unseen: (site, lines, link) => ({
    subject: `Вам ответили на сайте ${site}`,
    text: `Здравствуйте!

Пока вас не было, вам ответили в чате на сайте ${site}:

${lines}
Продолжить можно здесь:
${link}
`,
  }),
};

/** In the language of the visitor's browser, where it is Russian. */
export const textsFor = (locale: string | null) => (/^ru(?![a-z])/i.test(locale ?? '') ? ru : en);
