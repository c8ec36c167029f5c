import type { chatLog as en } from '../en/chat-log.ts';

/** Names are not inflected, so they stand in the nominative. */
export const chatLog: typeof en = {
  authors: { agent: 'Бывший коллега', api: 'API', client: 'Посетитель', system: 'Parley' },
  you: 'вы',
  untilReply: 'ответа посетителя',
  claimed: ({ who }) => `${who} берёт диалог`,
  assigned: ({ who, whom }) => `${who} назначает оператора: ${whom}`,
  unassigned: ({ who }) => `${who} снимает оператора`,
  transferred: ({ who, whom, department }) =>
    whom ? `${who} передаёт диалог в отдел «${department}»: ${whom}` : `${who} передаёт диалог в отдел «${department}»`,
  formerDepartment: 'удалённый отдел',
  joined: ({ who, whom }) => `${who} подключает к диалогу: ${whom}`,
  left: ({ who, whom }) => `${who} отключает от диалога: ${whom}`,
  mentioned: ({ who, whom }) => `${who} упоминает: ${whom}`,
  done: ({ who }) => `${who} завершает диалог`,
  reopened: ({ who }) => `${who} открывает диалог снова`,
  spam: ({ who }) => `${who} отмечает диалог как спам`,
  not_spam: ({ who }) => `${who} снимает отметку «Спам»`,
  snoozed: ({ who, until }) => `${who} откладывает диалог до ${until}`,
  woken: ({ who }) => (who === 'Parley' ? 'Диалог вернулся из отложенных' : `${who} возвращает диалог из отложенных`),
  tagged: ({ who, tag }) => `${who} добавляет тег «${tag}»`,
  untagged: ({ who, tag }) => `${who} убирает тег «${tag}»`,
  rated: ({ whom, score }) => `Оценка посетителя: ${score} из 5, оператор: ${whom}`,
  handed_over: () => 'ИИ передаёт диалог операторам',
  writes: (names, count) => `${names} ${count === 1 ? 'пишет' : 'пишут'} ответ…`,
  repliedMeanwhile: (name) => `Пока вы писали, ${name} уже отвечает посетителю. Проверьте перед отправкой.`,
  reopenedByVisitor: 'Диалог снова открыт: посетитель написал',
  reopenedByReply: 'Диалог снова открыт ответом',
};
