import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Upload } from '@parley/contract';
import { CsvError, type Info, parse } from 'csv-parse';
import { unescapeFormula } from '../../../../kernel/http/csv.ts';
import { invalid } from '../../../../kernel/problems.ts';
import { COLUMNS, type Column } from './csv.ts';

const MAX_BYTES = 5 * 2 ** 20;
const MAX_ROWS = 10_000;
/** Longer than any contact. */
const MAX_ROW_BYTES = 2 ** 18;
const CHUNK = 2 ** 16;

export interface Row {
  /** Where it starts. */
  line: number;
  /** Non-empty cells. */
  cells: Partial<Record<Column, string>>;
  /** Why the row is unreadable, if it is. */
  refusal?: string;
}

interface Line {
  record: string[];
  info: Info;
}

/** The rows of a contacts file. An invalid file is refused as a whole. */
export async function readRows({ path, size }: Upload): Promise<Row[]> {
  if (size > MAX_BYTES) throw invalid({ file: `is larger than ${MAX_BYTES} bytes` });
  const bytes = await readFile(path);
  if (!isUtf8(bytes)) throw invalid({ file: 'must be in UTF-8' });
  const [header, ...rows] = await readLines(bytes);
  if (!header) throw invalid({ file: 'is empty' });
  if (rows.length > MAX_ROWS) throw invalid({ file: `has more than ${MAX_ROWS} rows` });
  const columns = readHeader(header.record);
  return rows.map((row) => readRow(row, columns));
}

/** In chunks, so that other requests are served in between. */
async function readLines(bytes: Buffer): Promise<Line[]> {
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(bytes),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    to: MAX_ROWS + 2,
  });
  const pieces = Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, at) =>
    bytes.subarray(at * CHUNK, (at + 1) * CHUNK),
  );
  try {
    const lines: Line[] = await Readable.from(pieces).pipe(parser).toArray();
    return lines;
  } catch (error) {
    if (error instanceof CsvError) throw invalid({ file: `is not CSV: ${error.message}` });
    throw error;
  }
}

/** Spreadsheets use semicolons in locales with a decimal comma. */
function delimiterOf(bytes: Buffer) {
  const [first = ''] = bytes.toString('utf8', 0, 1_024).split(/[\r\n]/);
  return first.split(';').length > first.split(',').length ? ';' : ',';
}

function readHeader(names: string[]): Column[] {
  const columns = names.map((name) => name.trim().toLowerCase());
  const unknown = columns.find((name) => !COLUMNS.some((column) => column === name));
  const isNamed = ['name', 'email', 'phone'].some((name) => columns.includes(name));
  if (!isNamed) throw invalid({ file: 'must have at least one of the columns name, email and phone' });
  if (unknown !== undefined)
    throw invalid({ file: `has the unknown column "${unknown}". Allowed are ${COLUMNS.join(', ')}` });
  if (new Set(columns).size < columns.length) throw invalid({ file: 'must not repeat a column' });
  return columns as Column[];
}

function readRow({ record, info }: Line, columns: Column[]): Row {
  const line = info.lines - record.join('').split(/\r\n|\r|\n/).length + 1;
  if (record.length !== columns.length) {
    return { line, cells: {}, refusal: `has ${record.length} cells, expected ${columns.length}` };
  }
  const cells = columns.flatMap((column, at) => {
    const cell = unescapeFormula(record[at] ?? '');
    return cell.trim() === '' ? [] : [[column, cell] as const];
  });
  return { line, cells: Object.fromEntries(cells) };
}
