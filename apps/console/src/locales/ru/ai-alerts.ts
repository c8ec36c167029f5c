import type { aiAlerts as en } from '../en/ai-alerts.ts';

const plural = new Intl.PluralRules('ru');

export const aiAlerts: typeof en = {
  title: 'Предупреждения',
  lead: 'Что мешает ИИ отвечать. Повторы считаются в одном предупреждении, пока вы его не примете.',
  failed: 'Не удалось загрузить предупреждения',
  state: 'Показать',
  states: { unacknowledged: 'Открытые', acknowledged: 'Принятые', all: 'Все' },
  empty: {
    unacknowledged: 'Открытых предупреждений нет',
    acknowledged: 'Принятых пока нет',
    all: 'Предупреждений пока нет',
  },
  emptyLead: 'Если подведёт модель, бюджет или бот, вы увидите это здесь и в меню слева.',
  kinds: {
    provider_failed: 'Модель не ответила',
    credential_missing: 'Нет ключа, чтобы ответить',
    budget_visitor: 'Исчерпан бюджет посетителя',
    budget_widget: 'Исчерпан бюджет виджета',
    external_failed: 'Внешний оператор не ответил',
    retrieval_failed: 'Не сработал поиск по базе знаний',
    crawl_failed: 'Не удалось прочитать сайт',
  },
  times: (count) => (count === 1 ? 'один раз' : `${count} ${plural.select(count) === 'few' ? 'раза' : 'раз'}`),
  last: 'последний',
  chat: 'Диалог',
  credential: 'Ключ',
  operator: 'Оператор',
  acknowledge: 'Принять',
  acknowledgeOf: (name) => `Принять: ${name}`,
  acknowledgeAll: 'Принять все',
  acknowledged: (count) => (count === 1 ? 'Предупреждение принято.' : `Принято предупреждений: ${count}.`),
  acknowledgedBy: (name) => `принято: ${name}`,
  acknowledgedByToken: 'принято по токену',
  end: 'Это все предупреждения',
};
