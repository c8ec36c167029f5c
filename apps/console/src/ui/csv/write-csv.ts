import type { Locale } from '../../locales/locale.tsx';

export type CsvValue = string | number | null | undefined;

/** Spreadsheets split and read numbers by the rules of their language: in Russian, 4.5 would become the 4th of May. */
const rules: Record<Locale, { separator: string; decimal: string }> = {
  en: { separator: ',', decimal: '.' },
  ru: { separator: ';', decimal: ',' },
};

/** Spreadsheets run a cell that starts like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export const quoteCell = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A table for spreadsheets: UTF-8 with a byte order mark, and no cell is run as a formula. */
export function toCsv(rows: CsvValue[][], locale: Locale) {
  const { separator, decimal } = rules[locale];
  const print = (value: CsvValue) => {
    if (value == null) return '';
    if (typeof value === 'number') return String(value).replace('.', decimal);
    return quoteCell(FORMULA.test(value) ? `'${value}` : value);
  };
  return `\uFEFF${rows.map((row) => row.map(print).join(separator)).join('\r\n')}\r\n`;
}

export function saveCsv(name: string, text: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
