import type { Texts } from '../en.ts';

const plural = new Intl.PluralRules('ru');
const messagesInWords = { one: 'сообщение', few: 'сообщения', many: 'сообщений', other: 'сообщения' };
const newInWords = { one: 'новое', few: 'новых', many: 'новых', other: 'новых' };
const unreadInWords = { one: 'непрочитанное', few: 'непрочитанных', many: 'непрочитанных', other: 'непрочитанных' };

type Forms = Record<string, string>;
const form = (count: number, forms: Forms) => forms[plural.select(count)] ?? forms.other;

export const inbox: Texts['inbox'] = {
  title: 'Диалоги',
  views: {
    mine: 'Мои',
    unassigned: 'Без оператора',
    open: 'Все открытые',
    ai: 'У ИИ',
    snoozed: 'Отложенные',
    done: 'Завершённые',
    spam: 'Спам',
  },
  view: 'Показать',
  chats: 'Диалоги',
  more: (count) => (count >= 1_000 ? '999+' : String(count)),
  search: 'Поиск по сообщениям',
  clearSearch: 'Очистить поиск',
  filter: 'Фильтр',
  filters: {
    unread: 'Только непрочитанные',
    agent: 'Оператор',
    anyone: 'Любой',
    tag: 'Тег',
    anyTag: 'Любой тег',
    clear: 'Сбросить фильтры',
  },
  empty: {
    mine: ['У вас нет диалогов', 'Здесь появятся диалоги, которые вы возьмёте или получите от коллег.'],
    unassigned: ['Всё разобрано', 'Новые диалоги ждут здесь, пока их кто-нибудь не возьмёт.'],
    open: ['Открытых диалогов нет', 'Когда посетитель напишет, диалог сразу появится здесь.'],
    ai: ['У ИИ нет диалогов', 'Здесь диалоги, которые ведёт ИИ-оператор, пока их не возьмёт человек.'],
    snoozed: ['Отложенных диалогов нет', 'Отложенный диалог вернётся в выбранное время или когда посетитель ответит.'],
    done: ['Завершённых диалогов пока нет', 'Завершённый диалог откроется снова, если посетитель напишет.'],
    spam: ['Спама нет', 'Диалоги, отмеченные как спам, хранятся здесь без уведомлений.'],
    found: ['Ничего не нашлось', 'Попробуйте другие слова или меньше фильтров.'],
  },
  failed: 'Не удалось загрузить диалоги',
  end: 'Больше диалогов нет',
  visitor: (id) => `Посетитель ${id}`,
  you: 'Вы: ',
  typing: 'печатает…',
  waiting: (age) => `Ждёт ${age}`,
  unread: (count) => `${count} ${form(count, unreadInWords)} ${form(count, messagesInWords)}`,
  mentionedYou: 'Вас упомянули',
  assignedToYou: 'Передан вам',
  owner: (name) => `Оператор: ${name}`,
  select: (name) => `Выбрать диалог: ${name}`,
  choose: 'Выберите диалог',
  chooseLead: 'Или листайте список клавишами j и k.',
  back: 'К списку',
  dialog: 'Переписка',
  earlier: 'Загружаем более ранние сообщения…',
  begin: 'Начало переписки',
  messagesFailed: 'Не удалось загрузить сообщения',
  goneHeading: 'Этого диалога больше нет',
  gone: 'Его контакт удалён или объединён с другим.',
  today: 'Сегодня',
  yesterday: 'Вчера',
  fresh: (count) => `${count} ${form(count, newInWords)} ${form(count, messagesInWords)}`,
  toEnd: 'К последнему сообщению',
  unreadLine: 'Новое',
  note: 'Видит только ваша команда',
  ai: 'ИИ',
  system: 'Система',
  formerAgent: 'Бывший коллега',
  types: (name) => `${name} печатает`,
  marks: { sending: 'Отправляется', sent: 'Отправлено', received: 'Доставлено', seen: 'Прочитано' },
  notSent: 'Не отправлено',
  sendAgain: 'Отправить ещё раз',
  discard: 'Удалить',
  messageOf: (name) => `Сообщение: ${name}`,
};

export const firstSteps: Texts['firstSteps'] = {
  heading: 'Три шага до первого диалога',
  lead: 'Шаги отмечаются по мере выполнения.',
  embed: 'Установите виджет на сайт',
  embedLead: 'Добавьте эту строку на каждую страницу перед </head>.',
  invite: 'Пригласите коллегу',
  inviteLead: 'Коллега получит письмо со ссылкой и сразу сможет начать.',
  test: 'Отправьте себе сообщение',
  testLead: 'Откройте сайт в другом окне и напишите в чат. Сообщение сразу появится здесь.',
  done: 'Сделано',
  hide: 'Скрыть шаги',
};
