import type { knowledge as en } from '../en/knowledge.ts';

const plural = new Intl.PluralRules('ru');
const RULES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'правило', few: 'правила', many: 'правил' };

export const knowledge: typeof en = {
  title: 'Знания',
  lead: 'Откуда ИИ берёт ответы: ваш сайт, файлы и правила, которые вы написали.',
  sections: 'Страницы базы знаний',
  tabs: { rules: 'Правила', sources: 'Источники', files: 'Файлы', site: 'Сайт', try: 'Проверка' },
  status: {
    rules: (count, number) => `${count} ${RULES[plural.select(number)]}`,
    pending: (count) => `ещё индексируется: ${count}`,
    modelName: 'Модель эмбеддингов',
    index: 'Индекс',
    indexes: { signature: 'встроенный индекс', pgvector: 'pgvector' },
  },
  noModel: 'Тексты находятся только по словам: ни у одного ключа нет модели эмбеддингов.',
  openCredentials: 'Открыть ключи',
  start: {
    heading: 'Дайте ИИ то, из чего отвечать',
    lead: 'Быстрее всего начать с сайта: страницы прочитаются за минуту-две, и сразу можно будет спрашивать.',
    address: 'Адрес вашего сайта',
    example: 'https://example.ru',
    submit: 'Прочитать сайт',
    starting: 'Начинаем…',
    or: 'Или начните с малого',
    upload: 'Загрузить файл',
    uploadLead: 'PDF, Word, Markdown, HTML, текст или CSV',
    write: 'Написать правило',
    writeLead: 'Один ответ своими словами',
  },
  problems: {
    noCredential: 'Нет ключа с моделью эмбеддингов. Сначала укажите её у одного из ключей.',
    providerFailed: 'Поставщик модели эмбеддингов не ответил. Ничего не изменилось. Попробуйте ещё раз чуть позже.',
    full: 'База знаний заполнена: в ней помещается 50 000 правил. Удалите то, что не используется.',
    crawlRunning: 'Сайт сейчас читается. Дождитесь конца или остановите чтение.',
    nothingToUndo: 'Отменять больше нечего.',
    file: 'Такие файлы прочитать нельзя. Подойдут PDF, Word, Markdown, HTML, текст и CSV.',
  },
};
