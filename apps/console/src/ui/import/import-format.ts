import type { CsvTable } from '../csv/read-csv.ts';
import { quoteCell } from '../csv/write-csv.ts';

/** Something that a column of a file can be. */
interface ImportField {
  key: string;
  /** Headings that mean it, in all languages, in lower case and with single spaces. */
  aliases: readonly string[];
}

/** What a file is imported as. */
export interface ImportFormat {
  fields: readonly ImportField[];
  maxRows: number;
  /** Whether a column without a field can become an attribute with the name of the column. */
  hasAttributes: boolean;
  /** Whether the chosen fields are enough. */
  isEnough: (keys: ReadonlySet<string>) => boolean;
  /** The cells of a row by the columns of the API. */
  toColumns: (cells: ReadonlyMap<string, string>, attributes: ReadonlyMap<string, string>) => Record<string, string>;
}

/** As what a column is imported: a field, an attribute, or not at all. */
export type ColumnUse = string;
export const ATTRIBUTE = '+';
export const IGNORED = '';

const MAX_ATTRIBUTE_NAME = 64;

export const canBeAttribute = (heading: string) => heading.trim() !== '' && heading.length <= MAX_ATTRIBUTE_NAME;

/** Guesses by the headings; of two columns for one field, the first. */
export function guessUses({ header }: CsvTable, { fields }: ImportFormat): ColumnUse[] {
  const used = new Set<string>();
  return header.cells.map((heading) => {
    const words = heading
      .toLowerCase()
      .replaceAll(/[\s_.:-]+/g, ' ')
      .trim();
    const field = fields.find(({ key, aliases }) => key === words.replaceAll(' ', '_') || aliases.includes(words));
    if (!field || used.has(field.key)) return IGNORED;
    used.add(field.key);
    return field.key;
  });
}

/** The file for the server. Rows stay on their lines, so that its answer names the lines of the user's file. */
export function toUpload(table: CsvTable, uses: readonly ColumnUse[], format: ImportFormat): File {
  const rows = table.rows.map(({ line, cells }) => ({ line, columns: toColumns(cells) }));
  const names = Object.keys(rows[0]?.columns ?? {});
  let at = 1;
  const write = (line: number, cells: string[]) => {
    const text = `${'\n'.repeat(Math.max(0, line - at))}${cells.map(quoteCell).join(',')}\n`;
    at += text.split('\n').length - 1;
    return text;
  };
  const parts = [write(table.header.line, names)];
  for (const { line, columns } of rows)
    parts.push(
      write(
        line,
        names.map((name) => columns[name] ?? ''),
      ),
    );
  return new File(parts, table.fileName, { type: 'text/csv' });

  function toColumns(cells: string[]) {
    const [fields, attributes] = [new Map<string, string>(), new Map<string, string>()];
    for (const [index, use] of uses.entries()) {
      const cell = cells[index] ?? '';
      if (use === ATTRIBUTE) attributes.set(table.header.cells[index]?.trim() ?? '', cell);
      else if (use !== IGNORED) fields.set(use, cell);
    }
    return format.toColumns(fields, attributes);
  }
}
