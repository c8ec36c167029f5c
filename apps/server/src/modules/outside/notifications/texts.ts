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
  /** What colleagues do. The author is empty if it was done through the API. */
  personal: {
    push: Record<PersonalNotice, (author: string) => string>;
    mail: Record<PersonalNotice, (notice: NoticeTextValues) => { subject: string; text: string }>;
  };
}

type PersonalNotice = 'mentioned' | 'assigned' | 'transferred';

interface NoticeTextValues extends Omit<AlertTextValues, 'lines'> {
  author: string;
  text: string;
}

const en: Texts = {
  visitor: 'Visitor',
  words: {
    agent: 'Agent',
    ai: 'Assistant',
    system: 'Notice',
    deleted: '[deleted]',
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
  personal: {
    push: {
      mentioned: (author) => (author ? `${author} mentioned you` : 'You were mentioned'),
      assigned: (author) => (author ? `${author} assigned you a chat` : 'A chat was assigned to you'),
      transferred: (author) =>
        author ? `${author} transferred a chat to your department` : 'A chat was transferred to your department',
    },
    mail: {
      mentioned: ({ author, name, site, text, link }) => ({
        subject: author
          ? `${author} mentioned you in the chat with ${name}`
          : `You were mentioned in the chat with ${name}`,
        text: `A note in the chat with ${name} on ${site} mentions you:

${text}

Open the chat:
${link}

—
You can turn these e-mails off in your profile.
`,
      }),
      assigned: ({ author, name, site, text, link }) => ({
        subject: author ? `${author} assigned you the chat with ${name}` : `The chat with ${name} was assigned to you`,
        text: `The chat with ${name} on ${site} is now yours. The last message:

${text}

Open the chat:
${link}

—
You can turn these e-mails off in your profile.
`,
      }),
      transferred: ({ author, name, site, text, link }) => ({
        subject: author
          ? `${author} transferred the chat with ${name} to your department`
          : `The chat with ${name} was transferred to your department`,
        text: `The chat with ${name} on ${site} waits for somebody in your department. The last message:

${text}

Open the chat:
${link}

—
You can turn these e-mails off in your profile.
`,
      }),
    },
  },
};

const ru: Texts = {
  visitor: 'Посетитель',
  words: {
    agent: 'Оператор',
    ai: 'Помощник',
    system: 'Уведомление',
    deleted: '[удалено]',
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
  personal: {
    push: {
      mentioned: (author) => (author ? `Вас упоминает ${author}` : 'Вас упомянули'),
      assigned: (author) => (author ? `${author} передаёт вам чат` : 'Вам назначен чат'),
      transferred: (author) => (author ? `${author} передаёт чат в ваш отдел` : 'В ваш отдел передан чат'),
    },
    mail: {
      mentioned: ({ author, name, site, text, link }) => ({
        subject: author ? `${author} упоминает вас в чате: ${name}` : `Вас упомянули в чате: ${name}`,
        text: `Вас упомянули в заметке к чату на сайте ${site}. Собеседник: ${name}.

${text}

Открыть чат:
${link}

—
Такие письма можно отключить в профиле.
`,
      }),
      assigned: ({ author, name, site, text, link }) => ({
        subject: author ? `${author} передаёт вам чат: ${name}` : `Вам назначен чат: ${name}`,
        text: `Теперь вы ведёте чат на сайте ${site}. Собеседник: ${name}. Последнее сообщение:

${text}

Открыть чат:
${link}

—
Такие письма можно отключить в профиле.
`,
      }),
      transferred: ({ author, name, site, text, link }) => ({
        subject: author ? `${author} передаёт чат в ваш отдел: ${name}` : `В ваш отдел передан чат: ${name}`,
        text: `Чат на сайте ${site} ждёт кого-нибудь из вашего отдела. Собеседник: ${name}. Последнее сообщение:

${text}

Открыть чат:
${link}

—
Такие письма можно отключить в профиле.
`,
      }),
    },
  },
};

export const textsFor = (locale: string | null) => (locale === 'ru' ? ru : en);
