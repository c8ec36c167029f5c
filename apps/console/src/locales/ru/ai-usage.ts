import type { aiUsage as en } from '../en/ai-usage.ts';

export const aiUsage: typeof en = {
  title: 'Расход',
  failed: 'Не удалось загрузить расход',
  empty: 'За этот период ничего нет',
  emptyLead: 'Обращения к моделям появятся здесь, как только ИИ ответит, напишет черновик или его проверят.',
  figures: {
    calls: { name: 'Вызовы модели', definition: 'Обращения к моделям, включая неудачные.' },
    failures: { name: 'Без ответа', definition: 'Вызовы, на которые модель не ответила. Мог ответить резерв.' },
    tokens: { name: 'Токены', definition: 'Вход и выход вместе. По ним считаются бюджеты.' },
    cost: { name: 'Стоимость', definition: 'По ценам ваших ключей. Вызовы без цен не учитываются.' },
  },
  byDay: 'Токены по дням',
  table: 'По ассистентам, моделям и целям',
  columns: {
    assistant: 'Ассистент',
    model: 'Модель',
    purpose: 'Цель',
    calls: 'Вызовы',
    failures: 'Без ответа',
    input: 'Токены на входе',
    output: 'Токены на выходе',
    cost: 'Стоимость',
  },
  costColumn: 'Стоимость, USD',
  purposes: {
    reply: 'Ответ',
    draft: 'Черновик',
    test: 'Проверка',
    embedding: 'База знаний',
    translation: 'Перевод',
  },
  noAssistant: 'Без ассистента',
  deleted: (id) => `Удалён (${id})`,
};
