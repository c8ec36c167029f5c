import type { knowledgeFiles as en } from '../en/knowledge-files.ts';

const plural = new Intl.PluralRules('ru');
type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;
const PAGES: Forms = { one: 'страница', few: 'страницы', many: 'страниц' };
const RULES: Forms = { one: 'правило', few: 'правила', many: 'правил' };

export const knowledgeFiles: typeof en = {
  failed: 'Не удалось загрузить список файлов',
  list: 'Файлы',
  drop: 'Перетащите файлы сюда, можно много сразу',
  limits: 'PDF, Word, Markdown, HTML, текст или CSV, каждый до 10 МБ',
  choose: 'Выбрать файлы',
  empty: 'Файлов пока нет',
  emptyLead: 'Прайсы, инструкции, условия доставки: ИИ ответит по тому, что в них написано.',
  end: 'Это все файлы.',
  states: { queued: 'В очереди', processing: 'Читается', ready: 'Готов', failed: 'Не вышло' },
  sending: { waiting: 'Ждёт', sending: 'Загружается', failed: 'Не загружен' },
  tooLarge: 'Больше 10 МБ. Разделите его или сохраните без картинок.',
  leaveOut: (name) => `Не загружать ${name}`,
  pages: (count, number) => `${count} ${PAGES[plural.select(number)]}`,
  rules: (count, number) => `${count} ${RULES[plural.select(number)]}`,
  reasons: {
    broken: 'Файл повреждён. Откройте его, сохраните заново и загрузите ещё раз.',
    encrypted: 'Файл защищён паролем. Загрузите копию без пароля.',
    no_text: 'В нём нет текста, только картинки. Скан нужно сначала распознать.',
    too_many_pages: 'В нём больше 2000 страниц. Разделите его.',
    too_large: 'Слишком много текста для одного файла. Разделите его.',
    timeout: 'Читался дольше минуты. Разделите его или сохраните в формате попроще.',
    memory: 'Файл слишком сложный. Сохраните его в формате попроще, например как текст.',
    embed_failed: 'Поставщик модели эмбеддингов не ответил. Удалите файл и загрузите его позже.',
  },
  delete: (name) => `Удалить ${name}`,
  deleteQuestion: (name) => `Удалить «${name}»?`,
  deleteLead: (count, number) =>
    `ИИ сразу перестанет отвечать по нему: вместе с файлом удалится ${count} ${RULES[plural.select(number)]}.`,
  deleteNothing: 'Правил из него у ИИ нет.',
  deleteConfirm: 'Удалить файл',
  deleted: 'Файл удалён.',
};
