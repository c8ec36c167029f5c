import { cleanLine } from '../plain-text.ts';

export interface Row {
  cells: string[];
  /** Marked as a row of column names. */
  isHeader?: boolean;
  /** Its first cell is marked as its name. */
  isNamed?: boolean;
}

const NAME_LENGTH = 100;

/** Rows as lines with column names, `Country: Germany; Price: 5 €`. */
export function describeTable(rows: Row[]): string[] {
  const cleaned = rows
    .map((row) => ({ ...row, cells: row.cells.map(cleanLine) }))
    .filter(({ cells }) => cells.some(Boolean));
  const [first, ...rest] = cleaned;
  if (!first) return [];
  const width = Math.max(...cleaned.map(({ cells }) => cells.length).slice(0, 1_000));
  if (width === 1) return cleaned.map(({ cells }) => cells[0] ?? '');
  if (!first.isHeader && cleaned.every(({ isNamed, cells }) => isNamed && cells.length === 2)) {
    return cleaned.map(({ cells: [name, value] }) => `${name}: ${value}`);
  }
  if (!rest.length || !(first.isHeader || namesColumns(first.cells, width))) {
    return cleaned.map(({ cells }) => cells.filter(Boolean).join('; '));
  }
  return rest.filter(({ isHeader }) => !isHeader).map(({ cells }) => describeRow(first.cells, cells));
}

const describeRow = (names: string[], cells: string[]) =>
  cells.flatMap((cell, index) => (cell ? [names[index] ? `${names[index]}: ${cell}` : cell] : [])).join('; ');

/** Short, different and no numbers. */
function namesColumns(cells: string[], width: number) {
  return (
    cells.length === width &&
    new Set(cells).size === width &&
    cells.every((cell) => cell.length > 0 && cell.length <= NAME_LENGTH && /\p{L}/u.test(cell))
  );
}
