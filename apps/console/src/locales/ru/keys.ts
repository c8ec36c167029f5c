import type { Texts } from '../en.ts';

export const keys: Texts['keys'] = {
  heading: 'Горячие клавиши',
  names: {
    next: 'Следующий диалог',
    previous: 'Предыдущий диалог',
    open: 'Открыть диалог',
    reply: 'Ответить',
    note: 'Написать заметку',
    close: 'Завершить или открыть снова',
    snooze: 'Отложить',
    assign: 'Назначить оператора',
    tag: 'Поставить тег контакту',
    unread: 'Отметить непрочитанным',
    phrases: 'Быстрые фразы',
    send: 'Отправить',
    sendAndDone: 'Отправить и завершить диалог',
    line: 'Новая строка',
    leave: 'Выйти из поля ввода',
    palette: 'Поиск по всему',
    sheet: 'Показать горячие клавиши',
  },
};

export const palette: Texts['palette'] = {
  label: 'Поиск по всему',
  placeholder: 'Команды, люди и сообщения…',
  chat: 'Этот диалог',
  commands: 'Команды',
  people: 'Люди',
  chats: 'Диалоги',
  messages: 'В сообщениях',
  nothing: 'Ничего не нашлось.',
  goTo: (place) => `Перейти: ${place}`,
  show: (view) => `Показать: ${view}`,
  theme: (theme) => `Тема: ${theme}`,
  keys: 'Горячие клавиши',
};
