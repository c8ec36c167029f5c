import type * as messages from '../messages/index.ts';

interface Alert {
  /** Who waits. */
  name: string;
  site: string;
  lines: string;
  link: string;
}

/** What agents are told outside of the console. */
interface Texts {
  visitor: string;
  words: messages.Words;
  unanswered: (alert: Alert) => { subject: string; text: string };
  offline: (alert: Alert) => { subject: string; text: string };
}

const en: Texts = {
  visitor: 'Visitor',
  words: {
    client: 'Visitor',
    agent: 'Agent',
    ai: 'Assistant',
    system: 'Notice',
    cut: '[The rest is too long for a mail]',
  },
  unanswered: ({ name, site, lines, link }) => ({
    subject: `${name} is waiting for an answer on ${site}`,
    text: `${name} has been waiting for an answer on ${site} for more than ten minutes:

${lines}
Answer here:
${link}

—
You can switch these mails off in your profile.
`,
  }),
  offline: ({ name, site, lines, link }) => ({
    subject: `${name} wrote on ${site} while nobody was there`,
    text: `${name} wrote in the chat on ${site}, and nobody was online to answer:

${lines}
Answer here:
${link}

—
You can switch these mails off in your profile.
`,
  }),
};

const ru: Texts = {
  visitor: 'Посетитель',
  words: {
    client: 'Посетитель',
    agent: 'Оператор',
    ai: 'Помощник',
    system: 'Уведомление',
    cut: '[Остальное для письма слишком длинно]',
  },
  unanswered: ({ name, site, lines, link }) => ({
    subject: `${name} ждёт ответа на сайте ${site}`,
    text: `${name} больше десяти минут ждёт ответа на сайте ${site}:

${lines}
Ответить:
${link}

—
Такие письма можно отключить в профиле.
`,
  }),
  offline: ({ name, site, lines, link }) => ({
    subject: `${name}: новое сообщение на сайте ${site}`,
    text: `${name} пишет в чат на сайте ${site}, а в сети никого нет:

${lines}
Ответить:
${link}

—
Такие письма можно отключить в профиле.
`,
  }),
};

/** In the language the agent chose. */
export const textsFor = (locale: string | null) => (locale === 'ru' ? ru : en);
