import type { Texts } from '../en.ts';

const plural = new Intl.PluralRules('ru');
const chatsInWords = { one: 'диалог', few: 'диалога', many: 'диалогов', other: 'диалога' };
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
    mine: ['Вас никто не ждёт', 'Здесь диалоги, которые вы взяли или вам передали.'],
    unassigned: ['Всем уже отвечают', 'Сюда попадают новые диалоги, которые ещё никто не взял.'],
    open: ['Открытых диалогов нет', 'Как только посетитель напишет, диалог появится здесь.'],
    ai: ['ИИ сейчас никому не отвечает', 'Здесь диалоги, которые ведёт ИИ, пока их не возьмёт человек.'],
    snoozed: ['Ничего не отложено', 'Отложенный диалог вернётся в назначенное время или с новым сообщением.'],
    done: ['Завершённых пока нет', 'Завершённый диалог вернётся, когда посетитель напишет снова.'],
    spam: ['Спама нет', 'Всё, что вы отметили как спам, тихо хранится здесь.'],
    found: ['Ничего не нашлось', 'Попробуйте другие слова или меньше фильтров.'],
  },
  failed: 'Не удалось загрузить диалоги.',
  retry: 'Повторить',
  end: 'Это всё',
  visitor: (id) => `Посетитель ${id}`,
  you: (text) => `Вы: ${text}`,
  typing: 'печатает…',
  waiting: (age) => `Ждёт ${age}`,
  unread: (count) => `${count} ${form(count, unreadInWords)} ${form(count, messagesInWords)}`,
  owner: (name) => `Оператор: ${name}`,
  select: (name) => `Выбрать диалог: ${name}`,
  selected: (count) => `Выбрано: ${count} ${form(count, chatsInWords)}`,
  selectAll: 'Выбрать все показанные',
  unselect: 'Снять выделение',
  bulk: {
    close: 'Завершить',
    reopen: 'Открыть снова',
    spam: 'В спам',
    assign: 'Назначить…',
    done: (count) => `Изменено: ${count} ${form(count, chatsInWords)}`,
  },
  choose: 'Выберите диалог',
  chooseLead: 'Или листайте список клавишами j и k.',
  back: 'К списку',
  dialog: 'Переписка',
  earlier: 'Загружаем более ранние сообщения…',
  begin: 'Здесь начало переписки',
  messagesFailed: 'Не удалось загрузить сообщения.',
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
  lead: 'Отмечаются сами, по мере выполнения.',
  embed: 'Поставьте виджет на сайт',
  embedLead: 'Добавьте эту строку на каждую страницу перед </body>.',
  invite: 'Позовите коллегу',
  inviteLead: 'Коллега получит письмо со ссылкой и через минуту сможет отвечать.',
  test: 'Напишите себе',
  testLead: 'Откройте сайт в другом окне и отправьте сообщение в чат. Оно сразу появится здесь.',
  done: 'Сделано',
  hide: 'Скрыть шаги',
};
