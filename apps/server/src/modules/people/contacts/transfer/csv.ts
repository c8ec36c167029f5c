/** In the order written. */
export const COLUMNS = [
  'id',
  'name',
  'email',
  'phone',
  'description',
  'tags',
  'blocked',
  'created_at',
  'attributes',
] as const;

export type Column = (typeof COLUMNS)[number];

/** Prefixes that a spreadsheet takes for a formula, and their escaped form. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** An RFC 4180 line, with formulas escaped so that spreadsheets show them as text. */
export function writeLine(values: (string | null)[]) {
  return `${values.map((value) => quote(escapeFormula(value ?? ''))).join(',')}\r\n`;
}

const escapeFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text);

/** A cell without its escape. */
export const unescapeFormula = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);

const quote = (text: string) => (/[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Names in one cell, as a nested CSV line. */
export const writeNames = (names: string[]) => names.map(quote).join(', ');
