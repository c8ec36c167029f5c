import * as messages from '../../conversations/messages/index.ts';

interface AlertTextValues {
  /** The visitor's name. */
  name: string;
  site: string;
  lines: string;
  link: string;
}

/** Texts of mails to agents. */
interface Texts {
  visitor: string;
  /** Visitors go by their name. */
  words: Omit<messages.TranscriptTexts, 'client'>;
  unanswered: (alert: AlertTextValues) => { subject: string; text: string };
  offline: (alert: AlertTextValues) => { subject: string; text: string };
}

const en: Texts = {
  visitor: 'Visitor',
  words: {
    agent: 'Agent',
    ai: 'Assistant',
    system: 'Notice',
    cut: '[The rest is too long for an e-mail]',
    head: messages.mailHead('en'),
  },
  unanswered: ({ name, site, lines, link }) => ({
    subject: `${name} is waiting for a reply on ${site}`,
    text: `${name} has been waiting for a reply on ${site} for more than 10 minutes:

${lines}
Reply here:
${link}

—
Times are in UTC. You can turn these e-mails off in your profile.
`,
  }),
  offline: ({ name, site, lines, link }) => ({
    subject: `New offline message from ${name} on ${site}`,
    text: `${name} wrote in the chat on ${site} while no one was online:

${lines}
Reply here:
${link}

—
Times are in UTC. You can turn these e-mails off in your profile.
`,
  }),
};

const ru: Texts = {
  visitor: 'Посетитель',
  words: {
    agent: 'Оператор',
    ai: 'Помощник',
    system: 'Уведомление',
    cut: '[Остальное не поместилось в письмо]',
    head: messages.mailHead('ru'),
  },
  unanswered: ({ name, site, lines, link }) => ({
    subject: `${name} ждёт ответа на сайте ${site}`,
    text: `${name} больше 10 минут ждёт ответа на сайте ${site}:

${lines}
Ответить:
${link}

—
Время указано по UTC. Такие письма можно отключить в профиле.
`,
  }),
  offline: ({ name, site, lines, link }) => ({
    subject: `Новое офлайн-сообщение на сайте ${site}: ${name}`,
    text: `${name} пишет в чат на сайте ${site}, а на связи никого нет:

${lines}
Ответить:
${link}

—
Время указано по UTC. Такие письма можно отключить в профиле.
`,
  }),
};

export const textsFor = (locale: string | null) => (locale === 'ru' ? ru : en);
