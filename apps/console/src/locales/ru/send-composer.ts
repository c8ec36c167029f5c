import type { sendComposer as en } from '../en/send-composer.ts';

const rules = new Intl.PluralRules('ru');
/** In the accusative, after «до» and «для» too. */
const people = (count: number, written: string) =>
  `${written} ${rules.select(count) === 'few' ? 'человека' : 'человек'}`;

export const sendComposer: typeof en = {
  save: 'Сохранить черновик',
  saved: 'Черновик сохранён.',
  savedAt: 'Черновик сохранён',
  goOn: 'Перейти к запуску…',
  start: 'Запустить…',
  scheduleStart: 'Запланировать…',
  name: 'Название',
  nameLead: 'Его видит только ваша команда.',
  nameMissing: 'Введите название.',
  variable: 'Вставить переменную',
  variableHint: 'Подставляется для каждого получателя. Текст после черты — если значение неизвестно.',
  fallback: 'друг',
  variables: {
    'contact.name': 'Имя полностью',
    'contact.first_name': 'Имя',
    'contact.email': 'Почта',
    'contact.phone': 'Телефон',
    'agent.name': 'Имя отправителя',
    site: 'Ваш сайт',
  },
  attributeVariable: 'Атрибут…',
  attributeExample: 'plan',
  unknownVariable: (variable) => `Переменной ${variable} нет. Выберите её в меню.`,
  audience: 'Кому',
  conditionList: 'Условия',
  addCondition: 'Добавить условие',
  removeCondition: 'Убрать условие',
  conditions: {
    tagsAny: 'Есть один из тегов',
    tagsAll: 'Есть все теги',
    tagsNone: 'Нет ни одного из тегов',
    active: 'Был активен',
    created: 'Стал контактом',
    attributes: 'Есть атрибут',
    contactIds: 'Один из этих контактов',
  },
  tagsExample: 'Введите тег и нажмите Enter',
  fromDay: 'С',
  toDay: 'По',
  attributeName: 'Атрибут',
  attributeValue: 'Значение',
  addAttribute: 'Добавить атрибут',
  removeAttribute: 'Убрать атрибут',
  schedule: 'Когда и как быстро',
  when: 'Когда',
  whens: { now: 'Сразу после запуска', later: 'В заданное время' },
  sendAt: 'Начало',
  sendAtLead: 'По времени этого компьютера.',
  sendAtPast: 'Это время уже прошло. Выберите другое.',
  window: 'Только в определённое время суток',
  windowLead: (zone) => `В часовом поясе аккаунта: ${zone}.`,
  windowFrom: 'С',
  windowTo: 'До',
  windowEmpty: 'Начало и конец должны различаться.',
  rate: 'Сообщений в минуту',
  rateLead: 'Распределяются равномерно.',
  noRate: 'Как можно быстрее',
  gap: 'Часов между рассылками',
  gapLead: 'Пропускает тех, кому за это время уже что-то отправили.',
  noGap: 'Не важно',
  result: 'Результат',
  reach: 'Охват',
  reachable: (count) =>
    rules.select(count) === 'one'
      ? 'человек получит'
      : rules.select(count) === 'few'
        ? 'человека получат'
        : 'человек получат',
  matched: (count, written) => `Подходит под условия: ${people(count, written)}`,
  leftOut: 'Не получат',
  countRefused: 'Исправьте отмеченные поля, чтобы увидеть охват.',
  preview: 'Как это выглядит',
  previewAs: 'Глазами контакта',
  nothingYet: 'Здесь появится ваше сообщение.',
  refusedField: 'Это не принято. Исправьте.',
  agree: (reachable, count) =>
    reachable === 1
      ? 'Подтверждаю: этот человек согласился получать от нас такие сообщения.'
      : `Подтверждаю: эти ${people(reachable, count)} согласились получать от нас такие сообщения.`,
  agreeMissing: 'Сначала подтвердите это.',
  startingNow: 'Запускается…',
  refused: {
    contactIds: 'Выберите не больше 1000 контактов.',
    window: 'Начало и конец должны различаться.',
  },
};
