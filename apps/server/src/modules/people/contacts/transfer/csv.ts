/** In the order in which they are written. */
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

/** What a spreadsheet would take for a formula, and what we have made of it. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** A line of RFC 4180. A spreadsheet shows what begins like a formula as the text that it is. */
export function writeLine(values: (string | null)[]) {
  return `${values.map((value) => quoted(disarmed(value ?? ''))).join(',')}\r\n`;
}

const disarmed = (text: string) => (FORMULA.test(text) ? `'${text}` : text);

/** A cell as it was before it was written. */
export const rearmed = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);

const quoted = (text: string) => (/[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Names in one cell, as a line of their own. */
export const writeNames = (names: string[]) => names.map(quoted).join(', ');
