import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Upload } from '@parley/contract';
import { CsvError, type Info, parse } from 'csv-parse';
import { invalid } from '../problems.ts';
import { unescapeFormula } from './csv.ts';

const MAX_BYTES = 5 * 2 ** 20;
/** Longer than any row that could be accepted. */
const MAX_ROW_BYTES = 2 ** 18;
const CHUNK = 2 ** 16;

export interface CsvFormat<Column extends string> {
  columns: readonly Column[];
  /** A file without any of them is refused. */
  oneOf: readonly Column[];
  maxRows: number;
}

export interface CsvRow<Column extends string> {
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

/** The rows of a file. An invalid file is refused as a whole. */
export async function readCsvFile<Column extends string>(
  upload: Upload | undefined,
  format: CsvFormat<Column>,
): Promise<CsvRow<Column>[]> {
  if (!upload) throw invalid({ file: 'is required' });
  if (upload.size > MAX_BYTES) throw invalid({ file: `is larger than ${MAX_BYTES} bytes` });
  const bytes = await readFile(upload.path);
  if (!isUtf8(bytes)) throw invalid({ file: 'must be in UTF-8' });
  const [header, ...rows] = await readLines(bytes, format.maxRows);
  if (!header) throw invalid({ file: 'is empty' });
  if (rows.length > format.maxRows) throw invalid({ file: `has more than ${format.maxRows} rows` });
  const columns = readHeader(header.record, format);
  return rows.map((row) => readRow(row, columns));
}

/** In chunks, so that other requests are served in between. */
async function readLines(bytes: Buffer, maxRows: number): Promise<Line[]> {
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(bytes),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    to: maxRows + 2,
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

function readHeader<Column extends string>(names: string[], format: CsvFormat<Column>): Column[] {
  const columns = names.map((name) => name.trim().toLowerCase());
  const unknown = columns.find((name) => !format.columns.some((column) => column === name));
  if (!format.oneOf.some((name) => columns.includes(name)))
    throw invalid({ file: `must have at least one of the columns ${listNames(format.oneOf)}` });
  if (unknown !== undefined)
    throw invalid({ file: `has the unknown column "${unknown}". Allowed are ${format.columns.join(', ')}` });
  if (new Set(columns).size < columns.length) throw invalid({ file: 'must not repeat a column' });
  return columns as Column[];
}

const listNames = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

function readRow<Column extends string>({ record, info }: Line, columns: Column[]): CsvRow<Column> {
  const line = info.lines - record.join('').split(/\r\n|\r|\n/).length + 1;
  if (record.length !== columns.length) {
    return { line, cells: {}, refusal: `has ${record.length} cells, expected ${columns.length}` };
  }
  const cells = columns.flatMap((column, at) => {
    const cell = unescapeFormula(record[at] ?? '');
    return cell.trim() === '' ? [] : [[column, cell] as const];
  });
  return { line, cells: Object.fromEntries(cells) as CsvRow<Column>['cells'] };
}
