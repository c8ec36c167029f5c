/** The table of a file. */
export interface CsvTable {
  /** Of this reading of the file. */
  id: string;
  fileName: string;
  header: CsvLine;
  rows: CsvLine[];
  /** Rows that have more or fewer cells than the header. */
  uneven: CsvLine[];
}

interface CsvLine {
  /** Where it starts in the file. */
  line: number;
  cells: string[];
}

/** The limit of the server. */
const MAX_BYTES = 5 * 2 ** 20;

/** Why a file can't be read. */
export class UnreadableCsv extends Error {
  override readonly name = 'UnreadableCsv';
  readonly reason: 'large' | 'empty' | 'binary';

  constructor(reason: UnreadableCsv['reason']) {
    super(`The file is ${reason}`);
    this.reason = reason;
  }
}

/** Detects the encoding and the delimiter. */
export async function readCsv(file: File): Promise<CsvTable> {
  if (file.size > MAX_BYTES) throw new UnreadableCsv('large');
  const text = decode(await file.arrayBuffer());
  if (text.includes('\0')) throw new UnreadableCsv('binary');
  const [header, ...lines] = await parseCsv(text);
  if (!header || lines.length === 0) throw new UnreadableCsv('empty');
  const [rows, uneven] = [true, false].map((isEven) =>
    lines.filter(({ cells }) => (cells.length === header.cells.length) === isEven),
  ) as [CsvLine[], CsvLine[]];
  return { id: crypto.randomUUID(), fileName: file.name, header, rows, uneven };
}

/** UTF-8, UTF-16 as spreadsheets save "Unicode text", or Windows-1251. */
function decode(bytes: ArrayBuffer) {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1251').decode(bytes);
  }
}

const DELIMITERS = [',', ';', '\t'];

/** The most frequent one in the first line, outside quotes. */
function delimiterOf(text: string) {
  const [first = ''] = text
    .trimStart()
    .slice(0, 4_096)
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/);
  const count = (delimiter: string) => first.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** Half a frame. */
const SLICE_MS = 8;

/** Pauses now and then, so that the page stays responsive. Lines without a value are left out. */
async function parseCsv(text: string): Promise<CsvLine[]> {
  const next = createReader(text, delimiterOf(text));
  const lines: CsvLine[] = [];
  let started = performance.now();
  for (let line = next(); line; line = next()) {
    if (line.cells.some((cell) => cell.trim())) lines.push(line);
    if (performance.now() - started < SLICE_MS) continue;
    await new Promise((resume) => setTimeout(resume));
    started = performance.now();
  }
  return lines;
}

/** Returns line after line, then undefined. */
function createReader(text: string, delimiter: string) {
  const special = new RegExp(`[${delimiter}\r\n]`, 'g');
  let at = 0;
  let line = 1;
  return (): CsvLine | undefined => {
    if (at >= text.length) return undefined;
    const read: CsvLine = { line, cells: [] };
    for (;;) {
      const cell = text[at] === '"' ? readQuoted() : '';
      special.lastIndex = at;
      const end = special.exec(text)?.index ?? text.length;
      read.cells.push(cell + text.slice(at, end));
      at = end + 1;
      if (text[end] === delimiter) continue;
      if (text[end] === '\r' && text[at] === '\n') at += 1;
      line += 1;
      return read;
    }
  };

  /** A quoted cell; two quotes are one. An unclosed one ends with the file. */
  function readQuoted() {
    const from = at + 1;
    let end = from;
    for (;;) {
      end = text.indexOf('"', end);
      if (end < 0) end = text.length;
      if (text[end + 1] !== '"') break;
      end += 2;
    }
    at = Math.min(end + 1, text.length);
    const cell = text.slice(from, end).replaceAll('""', '"').replaceAll(/\r\n?/g, '\n');
    line += cell.split('\n').length - 1;
    return cell;
  }
}
