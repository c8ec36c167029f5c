/** The BOM: without it spreadsheets assume the system's encoding. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Prefixes that a spreadsheet takes for a formula, and their escaped form. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** An RFC 4180 line, with formulas escaped so that spreadsheets show them as text. */
export function writeLine(values: (string | null)[]) {
  return `${values.map((value) => quoteCell(escapeFormula(value ?? ''))).join(',')}\r\n`;
}

const escapeFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text);

/** A cell without its escape. */
export const unescapeFormula = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);

export const quoteCell = (text: string) => (/[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
