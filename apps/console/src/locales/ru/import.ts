import type { importing as en } from '../en/import.ts';

/** Why a row is refused, by what the server says. */
const reasons: [RegExp, string][] = [
  [/is required|must not be empty/, 'не заполнено'],
  [/must be an e-mail address/, 'это не адрес почты'],
  [/at most (\d+) characters/, 'длиннее $1 символов'],
  [/at most (\d+)/, 'больше $1'],
  [/is not a (contact|quick phrase)/, 'такого нет'],
  [/several phrases/, 'так называются несколько фраз, добавьте ID нужной'],
  [/repeats the phrase on line (\d+)/, 'повторяет строку $1'],
  [/cannot be changed/, 'изменить нельзя'],
  [/is not the e-mail or id/, 'сотрудника с такой почтой нет'],
  [/the recipient unsubscribed/, 'получатель отписался сам'],
  [/1 or 0/, 'должно быть 1 или 0'],
  [/JSON/, 'это не JSON'],
];

function explainValue(message: string) {
  for (const [pattern, text] of reasons) {
    const found = pattern.exec(message);
    if (found) return text.replace('$1', found[1] ?? '');
  }
  return 'не подходит';
}

export const importing: typeof en = {
  title: 'Импорт',
  lead: 'Загрузите контакты из таблицы или другой системы. Сначала покажем, что получится, и только потом сохраним.',
  phrases: 'Импорт быстрых фраз',
  drop: 'Перетащите сюда файл CSV',
  choose: 'Выбрать файл',
  reading: 'Читаем файл…',
  limits: (rows) => `До ${rows} строк и 5 МБ. В первой строке — названия столбцов.`,
  unreadable: {
    large: 'Файл больше 5 МБ. Разделите его на несколько.',
    empty: 'В файле нет строк.',
    binary: 'Это не CSV. Сохраните таблицу в формате CSV и выберите этот файл.',
    rows: (rows) => `В файле больше ${rows} строк. Разделите его на несколько.`,
  },
  rows: (_count, shown) => `Строк: ${shown}`,
  change: 'Выбрать другой',
  columns: 'Столбцы',
  columnsLead: 'Проверьте, чем станет каждый столбец.',
  unnamed: (place) => `Столбец ${place}`,
  noValues: 'Нет значений',
  importAs: (column) => `Чем станет столбец «${column}»`,
  ignore: 'Не загружать',
  attribute: (name) => `Атрибут «${name}»`,
  ignored: (names) => `Не загрузятся: ${names}`,
  preview: 'Что получится',
  previewFailed: 'Не удалось проверить файл',
  willBeRefused: (count) => `Строк с ошибками: ${count}. Они не загрузятся`,
  wereRefused: (count) => `Пропущено строк: ${count}`,
  download: 'Скачать эти строки',
  refusedFile: 'пропущенные строки',
  line: 'Строка',
  reason: 'Причина',
  value: 'Значение',
  noValue: 'Пусто',
  more: (count) => `и ещё ${count}. Все строки — в файле для скачивания.`,
  uneven: (count, expected) => `Ячеек ${count}, а нужно ${expected}`,
  explain: (columns, message, names) => {
    if (columns.length === 3) return 'Нет ни имени, ни почты, ни телефона';
    return `${columns.map((column) => names[column] ?? column).join(', ')}: ${explainValue(message)}`;
  },
  confirm: (_count, shown) => `Загрузить строк: ${shown}`,
  importing: 'Загружаем…',
  already: 'Файл уже загружен: связь прервалась до того, как пришёл результат.',
  done: 'Готово',
  another: 'Загрузить ещё файл',
  contacts: {
    fields: {
      name: 'Имя',
      surname: 'Фамилия',
      email: 'Почта',
      phone: 'Телефон',
      description: 'Заметки',
      tags: 'Теги',
      id: 'ID контакта',
      blocked: 'Заблокирован (1 или 0)',
      email_consent: 'Согласие на рассылку (1 или 0)',
      attributes: 'Атрибуты (JSON)',
    },
    missing: 'Укажите столбец с именами, почтой или телефонами.',
    summary: (created, updated) => `Новых контактов: ${created}. Изменённых: ${updated}.`,
    open: 'Открыть контакты',
  },
};
