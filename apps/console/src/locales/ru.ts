import type { Texts } from './en.ts';
import { chatActions } from './ru/chat-actions.ts';
import { composer } from './ru/composer.ts';
import { contacts } from './ru/contacts.ts';
import { content } from './ru/content.ts';
import { firstSteps, inbox } from './ru/inbox.ts';
import { keys, palette } from './ru/keys.ts';
import { panel } from './ru/panel.ts';
import { profile } from './ru/profile.ts';
import { inbox } from './ru/inbox.ts';
import { notifications } from './ru/notifications.ts';
import { panel } from './ru/panel.ts';
import { profile } from './ru/profile.ts';
import { release } from './ru/release.ts';
import { inbox } from './ru/inbox.ts';
import { panel } from './ru/panel.ts';
import { profile } from './ru/profile.ts';
import { visitors } from './ru/visitors.ts';

export const ru: Texts = {
  product: 'Parley',
  title: (screen) => `${screen} · Parley`,
  language: 'Язык',
  copy: 'Копировать',
  copied: 'Скопировано',
  now: 'сейчас',
  close: 'Закрыть',
  password: {
    show: 'Показать символы',
    hide: 'Скрыть символы',
    rule: 'Не короче 10 символов. Подойдут несколько несвязанных слов.',
    tooShort: 'Слишком коротко: нужно хотя бы 10 символов.',
    tooLong: 'Слишком длинно: не больше 256 символов.',
    missing: 'Введите пароль.',
    wrong: 'Пароль не подходит.',
  },
  code: {
    label: 'Код из шести цифр',
    missing: 'Введите все шесть цифр.',
    wrong: 'Код неверный или уже использован. Введите следующий из приложения.',
  },
  signIn: {
    title: 'Вход',
    heading: 'Вход в Parley',
    email: 'Эл. почта',
    password: 'Пароль',
    submit: 'Войти',
    sending: 'Входим…',
    forgot: 'Забыли пароль?',
    emailMissing: 'Введите адрес эл. почты.',
    wrong: 'Неверная почта или пароль.',
    codeHeading: 'Подтвердите вход',
    codeLead: 'Откройте приложение-аутентификатор и введите код для Parley.',
    otherAccount: 'Выбрать другую учётную запись',
    notes: {
      'password-reset': 'Пароль изменён. Войдите с новым паролем.',
      'session-ended': 'Сеанс завершился. Войдите — и вернётесь туда, где были.',
    },
  },
  forgotPassword: {
    title: 'Забытый пароль',
    heading: 'Новый пароль',
    lead: 'Укажите почту, с которой входите, — пришлём на неё ссылку.',
    email: 'Эл. почта',
    emailWrong: 'Введите адрес целиком, например name@example.com.',
    submit: 'Прислать ссылку',
    sending: 'Отправляем…',
    sentHeading: 'Проверьте почту',
    sent: (email) =>
      `Если адрес ${email} нам знаком, письмо со ссылкой уже в пути. Не пришло за несколько минут? Загляните в спам.`,
    back: 'Вернуться ко входу',
  },
  resetPassword: {
    title: 'Новый пароль',
    heading: 'Придумайте новый пароль',
    label: 'Новый пароль',
    submit: 'Сохранить пароль',
    sending: 'Сохраняем…',
    deadHeading: 'Ссылка не работает',
    dead: 'Она неполная, устарела или уже использована. Запросите новую — это минутное дело.',
    again: 'Получить новую ссылку',
  },
  shell: {
    skip: 'Сразу к содержимому',
    away: 'Нет связи с сервером. Всё, что вы напишете, уйдёт, как только он вернётся.',
    navigation: 'Разделы',
    home: 'Главная',
    menu: (name) => `Ваше меню, ${name}`,
    profile: 'Профиль и безопасность',
    widgets: 'Виджет',
    widget: (id) => `Виджет ${id}`,
    theme: 'Тема',
    themes: { auto: 'Системная', light: 'Светлая', dark: 'Тёмная' },
    signOut: 'Выйти',
    signOutEverywhere: 'Выйти на всех устройствах',
  },
  inbox,
  content,
  composer,
  chatActions,
  panel,
  firstSteps,
  keys,
  palette,
  contacts,
  visitors,
  notifications,
  release,
  sections: {
    inbox: 'Диалоги',
    visitors: 'Посетители',
    contacts: 'Контакты',
    developers: 'Разработчикам',
    settings: 'Настройки',
  },
  people: {
    colleague: 'Коллега',
    you: (name) => `${name} (вы)`,
    presence: { online: 'На связи', break: 'Перерыв', offline: 'Не на связи' },
  },
  roles: { owner: 'Владелец', admin: 'Администратор', operator: 'Оператор' },
  developers: {
    title: 'Разработчикам',
    lead: 'Программы работают с диалогами, контактами и файлами через API и вебхуки.',
    widget: 'Виджет',
    domain: 'Сайт',
    noDomain: 'Домен ещё не указан',
    api: 'API',
    apiOn: 'Включён',
    apiOff: 'Выключен',
    reference: 'Справочник API',
    referenceLead: 'Каждый вызов: поля, ответы и примеры.',
    token: 'Как получить токен',
    tokenLead:
      'С токеном к API обращаются программы. Выполните команду там, где запущен сервер: токен показывают один раз.',
    switchOn: 'Как включить API',
    switchOnLead: 'Пока API этого виджета выключен, его токены не принимаются.',
  },
  profile,
  twoFactor: {
    heading: 'Вход в два шага',
    lead: 'После пароля спросим код из приложения на вашем телефоне.',
    on: 'Включён',
    off: 'Выключен',
    switchOn: 'Включить',
    switchOff: 'Выключить',
    cancel: 'Отмена',
    askPassword: 'Ваш пароль',
    go: 'Дальше',
    working: 'Минутку…',
    scan: 'Отсканируйте приложением-аутентификатором',
    qr: 'QR-код для приложения-аутентификатора',
    orType: 'Или введите в приложении этот ключ',
    orOpen: 'Открыть в приложении на этом устройстве',
    thenCode: 'Затем введите код, который оно покажет',
    confirm: 'Подтвердить и включить',
    switchedOn: 'Вход в два шага включён.',
    switchedOff: 'Вход в два шага выключен.',
  },
  failures: {
    offline: 'Нет подключения к интернету. Проверьте связь и повторите.',
    unreachable: 'Сервер не отвечает. Повторите чуть позже.',
    tooMany: (wait) => `Слишком много попыток. Повторите ${wait}.`,
    origin: 'Сервер ждёт консоль по другому адресу. Откройте её там или укажите этот адрес в PUBLIC_URL.',
    refused: 'Сервер этого не принял. Проверьте, что вы ввели.',
    server: 'На сервере что-то пошло не так. Повторите чуть позже.',
    crashHeading: 'Что-то пошло не так',
    crash: 'Экран перестал работать. Попробуйте ещё раз, а если не поможет — обновите страницу.',
    brokenPart: 'Эта часть экрана перестала работать.',
    unreachableHeading: 'Нет связи с сервером',
    requestId: (id) => `Запрос ${id}`,
    retry: 'Попробовать ещё раз',
    reload: 'Обновить страницу',
    missingTitle: 'Не найдено',
    missingHeading: 'Такой страницы нет',
    missing: 'Возможно, в адресе опечатка или страница переехала.',
    home: 'На главную',
  },
};
