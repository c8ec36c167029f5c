import type { addToKnowledge as en } from '../en/add-to-knowledge.ts';

export const addToKnowledge: typeof en = {
  title: 'В базу знаний',
  lead: 'ИИ будет так отвечать на похожие вопросы. Уберите имена, номера заказов и всё, что касается только этого посетителя.',
  question: 'Вопрос',
  answer: 'Ответ',
  answerMissing: 'Введите ответ.',
  tooLong: 'Вопрос и ответ вместе — не больше 10 000 знаков.',
  save: 'Сохранить правило',
  saved: 'Добавлено в базу знаний.',
  open: 'Открыть',
};
