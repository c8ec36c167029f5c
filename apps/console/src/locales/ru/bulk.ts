import type { bulk as en } from '../en/bulk.ts';

const plural = new Intl.PluralRules('ru');
const forms: Record<string, string> = { one: 'диалог', few: 'диалога', many: 'диалогов', other: 'диалога' };
const inChats = (count: number) => `${count} ${forms[plural.select(count)]}`;

export const bulk: typeof en = {
  selected: (count) => `Выбрано: ${inChats(count)}`,
  selectAll: 'Выбрать все показанные',
  unselect: 'Снять выделение',
  close: 'Завершить',
  reopen: 'Открыть снова',
  spam: 'В спам',
  assign: 'Назначить…',
  snooze: 'Отложить',
  tag: 'Добавить тег',
  tagName: 'Тег',
  tagPlaceholder: 'Выберите или введите тег',
  add: 'Добавить',
  said: {
    close: (count) => `Завершено: ${inChats(count)}`,
    reopen: (count) => `Открыто снова: ${inChats(count)}`,
    spam: (count) => `Отмечено как спам: ${inChats(count)}`,
    snooze: (count) => `Отложено: ${inChats(count)}`,
    assign: (count, name) => `Назначено (${name}): ${inChats(count)}`,
    tag: (count) => `Тег добавлен: ${inChats(count)}`,
  },
  undone: 'Отменено',
};
