import type { textDiff as en } from '../en/text-diff.ts';

const plural = new Intl.PluralRules('ru');
const LINES: Partial<Record<Intl.LDMLPluralRule, string>> = {
  one: 'строка без изменений',
  few: 'строки без изменений',
  many: 'строк без изменений',
};

export const textDiff: typeof en = {
  added: 'Добавлено',
  removed: 'Удалено',
  same: (count) => `${count} ${LINES[plural.select(count)]}`,
};
